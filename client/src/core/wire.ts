/** Everything that goes over the WebSocket. Competitions have messages of their own. */

import type { ClientMessage, CupMessage, CupNews, ServerMessage } from "./protocol.ts";

export type FromServer = ServerMessage | CupNews;
export type ToServer = ClientMessage | CupMessage;

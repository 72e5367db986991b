/** What the house gives: the daily gift, and relief for who is broke. Each call throws a Refusal. */

import type { AllowanceView } from "../core/protocol.ts";
import { ask } from "./people.ts";

export const fetchAllowance = (): Promise<AllowanceView> => ask("allowance");
export const takeGift = (): Promise<AllowanceView> => ask("gift", {});
export const takeRelief = (): Promise<AllowanceView> => ask("relief", {});

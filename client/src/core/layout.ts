/** Where the cards of a hand lie. Pure geometry: the page only puts it into style attributes. */

export interface Spot {
  x: number;
  y: number;
}

export interface HandLayout {
  spots: Spot[];
  cardWidth: number;
  cardHeight: number;
  width: number;
  height: number;
  rows: number;
  perRow: number;
  /** How far a raised card moves up. The box includes it, so a raised card never leaves the box. */
  lift: number;
  /** How much of a covered card is visible. */
  step: number;
}

export const MIN_STRIP = 24;
const CARD_RATIO = 1.4;
const SIDE = 8;
const SMALLEST = 40;
const MAX_STEP = 0.52;
const ROW_GAP = 0.56;
/** So much of a card's width is taken by its rank and suit in the corner. */
const INDEX = 0.36;

/** How much of each of `n` cards shows in a row. */
function stepOf(n: number, width: number, cardWidth: number): number {
  if (n < 2) return cardWidth;
  const available = (width - 2 * SIDE - cardWidth) / (n - 1);
  return Math.min(Math.max(cardWidth * MAX_STEP, MIN_STRIP), available);
}

/**
 * The layout of `n` cards in a box of the given width with cards at most `maxHeight` high. Two rows when
 * one row would leave less than 24 px of each card, or cut into its suit; the cards shrink when even two
 * rows would leave less than 24 px.
 */
export function layoutHand(n: number, width: number, maxHeight: number): HandLayout {
  let cardHeight = Math.round(maxHeight);
  let cardWidth = Math.round(cardHeight / CARD_RATIO);
  const rows = stepOf(n, width, cardWidth) < Math.max(MIN_STRIP, cardWidth * INDEX) ? 2 : 1;
  const perRow = Math.ceil(n / rows);
  if (stepOf(perRow, width, cardWidth) < MIN_STRIP) {
    cardWidth = Math.max(SMALLEST, Math.floor(width - 2 * SIDE - MIN_STRIP * (perRow - 1)));
    cardHeight = Math.round(cardWidth * CARD_RATIO);
  }
  const step = stepOf(perRow, width, cardWidth);
  const lift = Math.round(cardHeight * (rows === 2 ? 0.16 : 0.2));
  const rowGap = Math.round(cardHeight * ROW_GAP);
  const spots = placeRows(n, perRow, (inRow, k, row) => ({
    x: Math.round((width - cardWidth - step * (inRow - 1)) / 2 + k * step),
    y: lift + row * rowGap,
  }));
  return { spots, cardWidth, cardHeight, width, height: lift + cardHeight + rowGap * (rows - 1), rows, perRow, lift, step };
}

function placeRows(n: number, perRow: number, spot: (inRow: number, k: number, row: number) => Spot): Spot[] {
  return Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / perRow);
    return spot(Math.min(perRow, n - row * perRow), i - row * perRow, row);
  });
}

/** The same layout at the bottom of a higher box, so that the box need not change while cards come and go. */
export function atBottomOf(layout: HandLayout, height: number): HandLayout {
  const down = Math.max(0, height - layout.height);
  return { ...layout, height: layout.height + down, spots: layout.spots.map(({ x, y }) => ({ x, y: y + down })) };
}

/** The topmost card at a point, -1 for none. A raised card is hit at its old place as well, so it cannot flicker. */
export function cardAt(layout: HandLayout, raised: (index: number) => boolean, x: number, y: number): number {
  for (let i = layout.spots.length - 1; i >= 0; i--) {
    const spot = layout.spots[i];
    if (spot === undefined) continue;
    const top = raised(i) ? spot.y - layout.lift : spot.y;
    const inside = x >= spot.x && x < spot.x + layout.cardWidth && y >= top && y < spot.y + layout.cardHeight;
    if (inside) return i;
  }
  return -1;
}

/** The card nearest to a point, for a sweep that goes on: fast pointers and pointers outside skip no card. */
export function nearestCard(layout: HandLayout, x: number, y: number): number {
  const second = layout.spots[layout.perRow];
  const row = second !== undefined && y >= second.y ? 1 : 0;
  const first = row * layout.perRow;
  const end = Math.min(layout.spots.length, first + layout.perRow);
  let best = Math.min(first, layout.spots.length - 1);
  for (let i = first; i < end; i++) {
    const spot = layout.spots[i];
    if (spot !== undefined && x >= spot.x) best = i;
  }
  return best;
}

/** How high a card of one's hand is drawn in a window: as large as leaves room for the table above it. */
export function handCardHeight(windowWidth: number, windowHeight: number): number {
  const portrait = windowWidth < 600 && windowHeight > windowWidth;
  if (portrait) return Math.round(Math.min(112, Math.max(62, windowHeight * 0.145 - 8)));
  return Math.round(Math.min(158, Math.max(70, windowHeight * (windowHeight < 460 ? 0.265 : 0.218))));
}

// A tiny engine in JavaScript for Node.js, nothing to install: docs/engine-protocol.md.
//
// It never bids, leads its longest play and beats with the least.
// Run it with: dizhu arena rule "engine:node examples/engine.js"
"use strict";

const readline = require("node:readline");

const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"];
const RULESETS = [
  "play-only", "botzone", "qq-classic", "qq-laizi", "qq-menzhua", "jj-happy", "jj-match",
];
const seats = new Map(); // hand -> seat

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const rank = (card) => RANKS.indexOf(RANKS.includes(card) ? card : card.slice(1));

/** The ranks of `play H10 S10 as pair 10`. */
function ranksOf(answer) {
  return answer.slice("play ".length).split(" as ")[0].split(" ").map(rank);
}

function cost(answer) {
  const ranks = ranksOf(answer);
  return ranks.reduce((sum, r) => sum + r, 0) + (ranks.length === 4 ? 1000 : 0); // bombs last
}

function choose(view, legal) {
  const plays = legal.filter((answer) => answer.startsWith("play "));
  if (plays.length === 0) {
    const calm = ["wait", "pass", "no_double", "look", "ready"];
    return calm.find((answer) => legal.includes(answer)) ?? legal[0];
  }
  if (view.to_beat !== null) return plays.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  const size = (answer) => 100 * ranksOf(answer).length - cost(answer) / 100;
  return plays.reduce((a, b) => (size(b) > size(a) ? b : a));
}

function ask({ id, hand, view, legal }) {
  if (!seats.has(hand)) return say({ type: "error", id, message: "there is no such hand" });
  return say({ type: "action", id, action: choose(view, legal) });
}

function hello({ protocols }) {
  if (!protocols?.includes(1)) return say({ type: "error", message: "I speak protocol 1 only" });
  return say({ type: "hello", protocol: 1, name: "example-node", rulesets: RULESETS });
}

const handlers = {
  hello,
  ask,
  new_hand: ({ hand, seat }) => seats.set(hand, seat),
  end_hand: ({ hand }) => seats.delete(hand),
  ping: ({ id }) => say({ type: "pong", id }),
  refused: () => {},
  quit: () => process.exit(0),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return say({ type: "error", message: "that is no JSON" });
  }
  const known = Object.hasOwn(handlers, message?.type ?? "");
  if (!known) return say({ type: "error", message: "that is no message I know" });
  return handlers[message.type](message);
});

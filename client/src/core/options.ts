/** Words for the options of a ruleset. They are many and only a form shows them, so they are no part of the dictionary. */

import type { Locale } from "./i18n.ts";
import type { OptionForm, OptionValue } from "./protocol.ts";

type Pair = readonly [zh: string, en: string];

const GROUPS: Readonly<Record<string, Pair>> = {
  patterns: ["牌型", "Patterns"],
  wild: ["癞子", "Wild cards"],
  auction: ["发牌与叫牌", "Dealing and bidding"],
  raises: ["倒拉垒沃", "Raises"],
  shows: ["明牌", "Shows"],
  multiplier: ["加倍与倍数", "Doubling and multiplier"],
  scores: ["计分", "Scores"],
  escape: ["逃跑", "Escape"],
  clocks: ["时间", "Clocks"],
};

const WORDS: Readonly<Record<string, Pair>> = {
  quad_pair_as_solos: ["四带二可以带一对", "Four with two may carry a pair"],
  repeat_solo_wings: ["飞机可以带相同的单张", "Airplanes may carry equal solos"],
  repeat_pair_wings: ["飞机可以带四张相同的牌当两对", "Four equal cards may be two pair wings"],
  both_jokers_as_kickers: ["大小王可以一起被带", "Both jokers may be attached"],
  wing_same_rank_as_body: ["可以带与主体同点的牌", "Wings may have a rank of the body"],
  wild_enabled: ["有癞子", "Wild cards"],
  wild_group_natural: ["纯癞子只当本身", "Wilds alone keep their own rank"],
  bomb_order: ["炸弹大小", "Order of bombs"],
  "bomb_order.class": ["软 < 硬 < 纯癞子", "Soft < hard < pure"],
  "bomb_order.rank": ["先比点数", "By rank"],
  deal_order: ["发牌顺序", "Order of the deal"],
  "deal_order.random": ["随机", "Random"],
  "deal_order.descending": ["从大到小", "Largest first"],
  "deal_order.hidden": ["牌面朝下（闷抓）", "Face down (blind)"],
  bid_mode: ["叫牌方式", "Bidding"],
  "bid_mode.call_rob": ["叫地主、抢地主", "Call and rob"],
  "bid_mode.blind": ["闷抓", "Blind grab"],
  first_bidder: ["谁先叫", "First to bid"],
  "first_bidder.random": ["随机", "Drawn"],
  "first_bidder.next_seat": ["上局首叫的下家", "The seat after the last one"],
  "first_bidder.same": ["还是上局首叫", "The same as last time"],
  "first_bidder.drawn_card": ["抽到亮牌的人", "Who gets the drawn card"],
  caller_last_chance: ["叫地主的人可以最后再抢", "The caller may answer a rob"],
  call_factor: ["叫地主的倍数", "Factor of the call"],
  all_pass_after_show: ["有人明牌、都不叫", "All pass after a show"],
  "all_pass_after_show.first_shower": ["先明牌的当地主", "First to show is landlord"],
  "all_pass_after_show.redeal": ["重新发牌", "Deal again"],
  all_pass: ["都不叫", "All pass"],
  "all_pass.redeal": ["重新发牌", "Deal again"],
  "all_pass.forced_score": ["强制记分", "Forced score"],
  max_redeals: ["最多重发几次", "Redeals at most"],
  forced_score: ["强制记分（乘底分）", "Forced score (times base)"],
  blind_factor: ["闷抓的倍数", "Factor of a blind grab"],
  blind_who: ["谁可以闷抓", "Who may grab blind"],
  "blind_who.each": ["每个人", "Everybody"],
  "blind_who.first_only": ["只有首叫", "The first bidder only"],
  raises: ["可以倒拉垒沃", "Raises are possible"],
  raise_factor: ["每次的倍数", "Factor of each raise"],
  raise_scope: ["加码算谁的", "What a raise counts for"],
  "raise_scope.side_any": ["一个农民加，两个都算", "One peasant raises for both"],
  "raise_scope.side_all": ["两个农民都加才算", "Both peasants have to raise"],
  "raise_scope.per_peasant": ["各算各的", "Each for himself"],
  show_start: ["发牌前明牌的倍数", "Factor of a show before the deal"],
  show_deal_table: ["发牌中明牌的倍数", "Factors of shows during the deal"],
  show_bottom: ["拿底牌后明牌的倍数", "Factor of a show after the bottom cards"],
  show_bottom_if_none: ["之前没人明牌才可以", "Only if nobody showed before"],
  several_shows: ["几个人明牌", "Several shows"],
  "several_shows.maximum": ["取最大的", "The largest counts"],
  "several_shows.first_locks": ["只有第一个算", "The first one locks"],
  show_effect: ["明牌的效果", "Effect of a show"],
  "show_effect.calls_first": ["先叫", "Calls first"],
  "show_effect.landlord": ["直接当地主", "Is landlord"],
  "show_effect.none": ["没有", "None"],
  doubling: ["可以加倍", "Doubling"],
  bottom_factors: ["底牌的倍数", "Factors of the bottom cards"],
  "bottom_factors.two_jokers": ["双王", "Both jokers"],
  "bottom_factors.one_joker": ["一张王", "One joker"],
  "bottom_factors.straight_flush": ["同花顺", "Straight flush"],
  "bottom_factors.flush": ["同花", "Flush"],
  "bottom_factors.straight": ["顺子", "Straight"],
  "bottom_factors.three_of_a_rank": ["三张相同", "Three of a rank"],
  bomb_scoring: ["炸弹的倍数", "Bombs"],
  "bomb_scoring.double": ["每个 ×2", "×2 each"],
  "bomb_scoring.jj": ["1 + 个数", "1 + their number"],
  rocket_factor: ["火箭的倍数", "Factor of the rocket"],
  spring_factor: ["春天的倍数", "Factor of a spring"],
  anti_spring_factor: ["反春天的倍数", "Factor of an anti-spring"],
  max_multiplier: ["封顶倍数", "Highest multiplier"],
  tasks: ["任务", "Tasks"],
  "tasks.last_chain": ["最后一手是顺子类", "Last play is a chain"],
  "tasks.last_pair": ["最后一手是对子", "Last play is a pair"],
  "tasks.last_solo": ["最后一手是单张", "Last play is a solo"],
  "tasks.two_bombs": ["两个炸弹", "Two bombs"],
  "tasks.landlord_show": ["地主明牌获胜", "Landlord shows and wins"],
  "tasks.rocket": ["打出火箭", "The rocket is played"],
  loser_cap: ["输家最多付", "A loser pays at most"],
  "loser_cap.floor": ["自己的积分", "What he has"],
  "loser_cap.none": ["不限", "No limit"],
  "loser_cap.minimise": ["按双方积分的小者", "The smaller of both scores"],
  winner_cap: ["赢家最多得", "A winner gets at most"],
  "winner_cap.pair": ["每家不超过自己的积分", "His score, of each"],
  "winner_cap.total": ["一共不超过自己的积分", "His score, in all"],
  "winner_cap.none": ["不限", "No limit"],
  autoplay_scoring: ["托管计分", "Scores on autoplay"],
  "autoplay_scoring.normal": ["照常", "As usual"],
  "autoplay_scoring.jj": ["托管的农民承担", "Peasants on autoplay bear it"],
  autoplay_when: ["怎样算托管", "Who counts as on autoplay"],
  "autoplay_when.end": ["结束时在托管", "At the end"],
  "autoplay_when.ever": ["托管过", "Ever in the hand"],
  autoplay_both_win: ["两个托管农民赢了", "Both on autoplay win"],
  "autoplay_both_win.zero": ["不得分", "Nothing"],
  "autoplay_both_win.normal": ["照常", "As usual"],
  seconds_start: ["开局选择（秒）", "Start window (s)"],
  deal_step_ms: ["发一轮牌（毫秒）", "A step of the deal (ms)"],
  seconds_call: ["叫地主（秒）", "To call (s)"],
  seconds_rob: ["抢地主（秒）", "To rob (s)"],
  seconds_raise: ["加码（秒）", "To raise (s)"],
  seconds_double: ["加倍（秒）", "To double (s)"],
  seconds_first_play: ["首次出牌（秒）", "First play (s)"],
  seconds_play: ["出牌（秒）", "To play (s)"],
  autoplay_after: ["超时几次后托管", "Time-outs until autoplay"],
};

const of = (pair: Pair | undefined, locale: Locale, code: string): string => pair?.[locale === "zh" ? 0 : 1] ?? code;

export function groupLabel(locale: Locale, group: string): string {
  return of(GROUPS[group], locale, group);
}

export function optionLabel(locale: Locale, option: string): string {
  return of(WORDS[option], locale, option);
}

export function choiceLabel(locale: Locale, option: string, choice: string): string {
  return of(WORDS[`${option}.${choice}`], locale, choice);
}

type Row = readonly (string | number)[];

/** Rows as a person writes them: "8:4, 17:3". */
export function rowsAsText(value: OptionValue): string {
  return Array.isArray(value) ? (value as readonly Row[]).map((row) => row.join(":")).join(", ") : "";
}

/** What was written, as rows; null when it cannot be read. */
export function rowsOf(text: string): number[][] | null {
  const rows = text.split(/[,，]/).map((row) => row.trim());
  if (rows.length === 1 && rows[0] === "") return [];
  const numbers = rows.map((row) => row.split(/[:：]/).map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN)));
  return numbers.every((row) => row.length === 2 && row.every(Number.isInteger)) ? numbers : null;
}

export function sameValue(one: OptionValue | undefined, other: OptionValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An option as words: "To play (s): 30". */
export function optionAsText(locale: Locale, name: string, value: OptionValue, yes: string, no: string): string {
  const label = optionLabel(locale, name);
  if (typeof value === "boolean") return `${label}: ${value ? yes : no}`;
  if (value === null) return `${label}: ${no}`;
  if (typeof value === "string") return `${label}: ${choiceLabel(locale, name, value)}`;
  if (typeof value === "number") return `${label}: ${value}`;
  const items = value.map((item) =>
    typeof item === "string" ? choiceLabel(locale, name, item) : typeof item === "number" ? `${item}` : item.map((part) => (typeof part === "string" ? choiceLabel(locale, name, part) : part)).join("×"),
  );
  return `${label}: ${items.join(" · ") || no}`;
}

/** The options by group, in the server's order. */
export function byGroup(options: readonly OptionForm[]): [group: string, options: OptionForm[]][] {
  const groups = new Map<string, OptionForm[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}

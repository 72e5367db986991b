"""The words of the rule sheet: every sentence by its key, Chinese and English."""

from dizhu.rules.combos import Kind

Words = tuple[str, str]

WORDS: dict[str, Words] = {
    # Deal
    "deal.cards": (
        "一副牌 54 张，每人 17 张，留 3 张底牌，确定地主之前谁也看不到底牌。",
        "One deck of 54: 17 cards each, 3 bottom cards, hidden until there is a landlord.",
    ),
    "deal.random": ("发牌顺序随机。", "Cards come in any order."),
    "deal.descending": ("每人的牌从大到小发出。", "Everybody's cards come largest first."),
    "deal.hidden": (
        "牌面朝下，看牌或确定地主之前自己也看不到。",
        "Cards lie face down, for their owner too, until he looks or there is a landlord.",
    ),
    "deal.step": ("每 {step} 秒各发一张。", "A card for each every {step} s."),
    "first.random": ("首叫随机。", "Who bids first is drawn."),
    "first.next_seat": (
        "上一次首叫者的下家先叫。",
        "The last first bidder's next bids first.",
    ),
    "first.same": ("首叫的人不变。", "The same player always bids first."),
    "first.drawn_card": (
        "随机翻开一张牌，拿到它的人先叫。",
        "A card is turned up: whoever gets it bids first.",
    ),
    # Landlord
    "call.turns": (
        "按出牌顺序叫地主或不叫，有人叫为止。",
        "In turn each calls or passes, until somebody calls.",
    ),
    "call.rob": (
        (
            "其余没有说过不叫的玩家依次有一次抢地主的机会，每抢一次倍数 ×2；"
            "没人抢归叫的人，否则归最后抢的人。"
        ),
        (
            "The others, but for those who passed, may each rob once, ×2 each; the last to rob is "
            "landlord, or else the caller."
        ),
    ),
    "call.last_chance": (
        "有人抢时，叫地主的人最后还可以抢一次。",
        "If somebody robs, the caller may rob back.",
    ),
    "call.no_last_chance": ("叫地主的人不能再抢。", "The caller may not rob back."),
    "call.factor": ("叫地主：倍数 ×{n}。", "The call: ×{n}."),
    "call.blind": (
        "轮到自己时：闷抓（不看牌直接当地主，倍数 ×{n}），或看牌。",
        "In turn: grab blind (be landlord without having looked, ×{n}), or look.",
    ),
    "call.first_only": ("只有首叫者可以闷抓。", "Only the first bidder may grab blind."),
    "call.look": (
        "看牌之后：叫地主或不叫。没有抢地主。",
        "After the look: call or pass. No robbing.",
    ),
    "call.forced_score": (
        "三家都不叫：本局结束，每人扣 {n} × 底分，最低扣到 0。",
        "All three pass: the hand is over, each loses {n} × the base score, down to 0 at most.",
    ),
    "call.redeal": ("三家都不叫：重新发牌。", "All three pass: a new deal."),
    "call.max_redeals": (
        "三家都不叫：重新发牌，最多 {n} 次，之后首叫的人必须当地主。",
        "All three pass: a new deal, {n} times at most; then the first bidder has to be landlord.",
    ),
    "call.first_shower": (
        "有人明牌而三家都不叫：最先明牌的人当地主。",
        "All three pass after a show: the first to show is landlord.",
    ),
    "call.same_after_show": ("有人明牌也一样。", "So it is after a show, too."),
    "call.bottom": (
        "地主拿走三张底牌，底牌亮给所有人看。",
        "The landlord takes the three bottom cards, which everybody sees.",
    ),
    # Raises
    "raises.steps": (
        (
            "确定地主后：农民可以倒，然后地主可以拉，农民可以垒，地主可以沃，每次 ×{n}；"
            "有一次不加就停止。"
        ),
        (
            "With the landlord found the peasants may raise (倒), then the landlord (拉), the "
            "peasants (垒), the landlord (沃), ×{n} each; the first refusal ends it."
        ),
    ),
    "raises.side_any": (
        "先问地主的下家，两个农民有一个加就算，对全局有效。",
        "The landlord's next is asked first; one peasant's yes raises the whole game.",
    ),
    "raises.side_all": (
        "两个农民都同意才算，对全局有效。",
        "Both peasants must say yes; it raises the whole game.",
    ),
    "raises.per_peasant": (
        "每个农民只加自己与地主之间的倍数；地主的拉、沃对仍在加的农民有效。",
        (
            "Each peasant raises his own pair with the landlord; the landlord's raise goes for "
            "every pair still raising."
        ),
    ),
    # Shows
    "show.start": ("明牌开始（发牌前）：×{n}。", "Before the deal: ×{n}."),
    "show.deal": (
        "发牌明牌（拿到 {low}～{high} 张时）：×{n}。",
        "During the deal, with {low} to {high} cards: ×{n}.",
    ),
    "show.bottom": (
        "地主拿到底牌后、第一次出牌前明牌：×{n}。",
        "The landlord, from the bottom cards to his first play: ×{n}.",
    ),
    "show.bottom_if_none": (
        "此前没人明牌，地主拿到底牌后、第一次出牌前可以明牌：×{n}。",
        "The landlord, from the bottom cards to his first play, if nobody showed before: ×{n}.",
    ),
    "show.landlord": (
        "最先明牌的人直接当地主，不叫不抢；之后不能再明牌。",
        "The first to show is landlord, without calls and robs; nobody shows after him.",
    ),
    "show.calls_first": (
        "最先明牌的人先叫；多人明牌只算最大的倍数。",
        "The first to show bids first; of several shows the largest counts.",
    ),
    "show.once": (
        "每人最多明牌一次，明牌后手牌一直亮到本局结束。",
        "Everybody shows once at most; an open hand stays open to the end.",
    ),
    # Doubling
    "double.choice": (
        (
            "确定地主后三人同时选择加倍或不加倍：地主加倍，与两个农民的输赢都 ×2；"
            "农民加倍，只有自己与地主的输赢 ×2。"
        ),
        (
            "With the landlord found all three choose at once: the landlord's doubling doubles "
            "both pairs, a peasant's his own."
        ),
    ),
    "double.threshold": (
        "地主加倍要三家的{unit}都超过 {n}，农民加倍要自己和地主的{unit}都超过 {n}。",
        (
            "The landlord may double only if all three have more than {n} {unit}, a peasant only "
            "if he and the landlord have."
        ),
    ),
    # Play
    "play.turns": (
        (
            "地主先出，按逆时针方向跟牌：出同牌型更大的牌、炸弹或火箭，或者不出。"
            "两家不出，最后出牌的人任意出。"
        ),
        (
            "The landlord leads; in turn each plays something larger of the same pattern, a bomb "
            "or the rocket, or passes. After two passes the last to play leads anything."
        ),
    ),
    "play.end": (
        "有人出完牌，本局结束：地主出完地主胜，否则两个农民胜。",
        "The hand ends when somebody is out of cards: the landlord wins, or both peasants do.",
    ),
    # Patterns
    "pattern.line": ("{kind}：{what}{example}。", "{kind}: {what}{example}."),
    "pattern.example": ("（{cards}）", " ({cards})"),
    "pattern.rocket": ("大王和小王", "both jokers"),
    "pattern.any": ("任意一张牌", "any card"),
    "pattern.group": ("{n} 张同点", "{n} of a rank"),
    "pattern.chain": (
        "{low}～{high} 组连续的{group}，不含 2 和王",
        "{low} to {high} consecutive {group}s, no 2 and no joker",
    ),
    "pattern.winged_chain": ("{body}，每组带一份{wing}", "{body}, a {wing} with each"),
    "pattern.winged_one": ("{body}带一份{wing}", "{body} with a {wing}"),
    "pattern.winged_two": ("{body}带两份{wing}", "{body} with two {wing}s"),
    "pattern.quad_pair_as_solos": (
        "四带两张可以带一对：555533。",
        "Four with two solos may take a pair: 555533.",
    ),
    "pattern.no_quad_pair_as_solos": (
        "四带两张不能带一对。",
        "Four with two solos takes no pair.",
    ),
    "pattern.repeat_solo_wings": (
        "飞机带的单牌可以同点：33344455。",
        "Solos on an airplane may be of one rank: 33344455.",
    ),
    "pattern.no_repeat_solo_wings": (
        "飞机带的单牌不能同点。",
        "Solos on an airplane must be of different ranks.",
    ),
    "pattern.repeat_pair_wings": (
        "带的对牌可以同点，四张同点算两对：3334445555。",
        "Pairs attached may be of one rank, four equal cards being two: 3334445555.",
    ),
    "pattern.no_repeat_pair_wings": (
        "带的对牌不能同点。",
        "Pairs attached must be of different ranks.",
    ),
    "pattern.both_jokers_as_kickers": (
        "两张王可以一起当单牌带：3333 BJ RJ。",
        "Both jokers may be attached as solos: 3333 BJ RJ.",
    ),
    "pattern.no_both_jokers_as_kickers": (
        "两张王不能一起带出。",
        "Both jokers may not be attached together.",
    ),
    "pattern.wing_same_rank_as_body": (
        "带的牌可以与主体同点：33344435。",
        "What is attached may have a rank of the body: 33344435.",
    ),
    "pattern.no_wing_same_rank_as_body": (
        "带的牌不能与主体同点。",
        "What is attached never has a rank of the body.",
    ),
    "pattern.never": (
        "四带二不是炸弹，不能带一张单牌加一对；两张王不算一对。",
        "Four with two is no bomb and takes no solo with a pair; two jokers are no pair.",
    ),
    "pattern.beats": (
        "火箭最大；炸弹大过火箭以外的一切；其余牌型相同、张数相同才能比，只比主体。",
        (
            "The rocket beats everything, a bomb all but the rocket; otherwise only the same "
            "pattern with as many cards compares, by its body."
        ),
    ),
    "pattern.ranks": (
        "大王 > 小王 > 2 > A > K > Q > J > 10 > … > 3，不分花色，带的牌不影响大小。",
        "RJ > BJ > 2 > A > K > Q > J > 10 > ... > 3; suits and attached cards never matter.",
    ),
    # Wild cards
    "wild.drawn": (
        "亮底牌后随机抽一个点数（3 到 2），四张都是癞子，与其他牌一起出时可以当王以外的任何牌。",
        (
            "After the bottom cards one rank, 3 to 2, is drawn: its four cards are wild and, "
            "played with others, stand for anything but jokers."
        ),
    ),
    "wild.alone": (
        "癞子单独出、或只与王一起出，只当本身。",
        "Wild cards played alone, or with jokers only, are themselves.",
    ),
    "wild.group_natural": (
        "大牌中全由癞子组成的一对、三张、四张只算本身的点数。",
        "A pair, trio or four of wild cards alone inside a larger play has its own rank.",
    ),
    "wild.group_any": (
        "大牌中全由癞子组成的一对、三张、四张可以当任何点数。",
        "A pair, trio or four of wild cards alone inside a larger play may have any rank.",
    ),
    "wild.bombs": (
        "软炸弹：癞子配其他牌的四张；硬炸弹：四张同点非癞子；纯癞子炸弹：四张癞子。",
        "Soft bomb: four with wild cards in it; hard: four without; pure: the four wild cards.",
    ),
    "wild.order_class": (
        "纯癞子炸弹 > 硬炸弹 > 软炸弹，同类比点数。",
        "Pure > hard > soft bomb, inside a class by rank.",
    ),
    "wild.order_rank": (
        "纯癞子炸弹最大，其余炸弹比点数，同点硬炸弹大过软炸弹。",
        "A pure bomb is the highest, other bombs go by rank, hard over soft between equal ranks.",
    ),
    # Multiplier
    "mul.initial": (
        "初始倍数 {n}，以下各项和叫牌、明牌的倍数相乘。",
        "Begins at {n}; what the bidding, shows and everything below are worth is multiplied.",
    ),
    "mul.bombs_double": ("炸弹：每个 ×2。", "Bombs: ×2 each."),
    "mul.bombs_jj": ("炸弹：打出 n 个，×(1+n)。", "Bombs: × (1 + their number)."),
    "mul.rocket": ("火箭：×{n}。", "Rocket: ×{n}."),
    "mul.spring": (
        "春天（地主出完，农民一张未出）：×{n}。",
        "Spring, the landlord out before a peasant has played: ×{n}.",
    ),
    "mul.anti_spring": (
        "反春（农民出完，地主只出过一手）：×{n}。",
        "Anti-spring, a peasant out and the landlord has played but once: ×{n}.",
    ),
    "mul.bottom": (
        "底牌，取最先符合的一项：{rows}。",
        "Bottom cards, the first that fits: {rows}.",
    ),
    "mul.row": ("{name} ×{n}", "{name} ×{n}"),
    "mul.tasks": (
        "每局抽一个任务，胜方完成 ×2：{rows}。",
        "A task is drawn in each hand, ×2 if a winner does it: {rows}.",
    ),
    "mul.max": ("倍数最高 {n}（加倍另算）。", "Never above {n}, doublings apart."),
    # Settlement
    "set.pairs": (
        (
            "每个农民与地主各自结算：底分 {base} × 倍数 × 房间系数 {coefficient} × 双方加倍，"
            "单位{unit}。"
        ),
        (
            "Each peasant settles with the landlord: base {base} × multiplier × coefficient "
            "{coefficient} × their doublings, in {unit}."
        ),
    ),
    "set.floor": (
        "输家最多输光手中的{unit}，赢家只得到输家付出的。",
        "A loser never pays more {unit} than he has; winners get only what was paid.",
    ),
    "set.none": ("分数可以为负。", "Scores may fall below 0."),
    "set.minimise": (
        "积分最小化：每笔不超过赢家和输家的桌面分，分数不足 0 的不付也不得。",
        (
            "Minimised: a payment is never more than the winner's or the loser's score; below 0 "
            "one pays and wins nothing."
        ),
    ),
    "set.winner_pair": (
        "赢家从每个对手最多赢自己携带的{unit}数。",
        "A winner gets at most as many {unit} from each opponent as he carries.",
    ),
    "set.winner_total": (
        "赢家一共最多赢自己携带的{unit}数。",
        "A winner gets at most as many {unit} in all as he carries.",
    ),
    "set.fee_after": (
        "每局结算之后，每人交 {n} {unit}。",
        "The house takes {n} {unit} of everybody in each hand, after the payments.",
    ),
    "set.fee_before": (
        "每局结算之前，每人交 {n} {unit}。",
        "The house takes {n} {unit} of everybody in each hand, before the payments.",
    ),
    "set.platform_fee": (
        "每笔付出中平台留 {n} 分。",
        "The platform keeps {n} points of each payment.",
    ),
    "set.entry": ("入场至少 {n} 欢乐豆。", "One sits down with {n} beans at least."),
    # Leaving
    "escape.none": (
        "离开后由系统托管到本局结束。",
        "Who leaves is played for by the system to the end of the hand.",
    ),
    "escape.ends": (
        "离开即逃跑，本局结束，另一方胜；行为倍数计本局所有炸弹，无论是否打出，不计初始倍数。",
        (
            "Leaving is an escape: the hand is over, the other side wins. Its multiplier counts "
            "every bomb dealt, played or not, without the initial multiplier."
        ),
    ),
    "escape.ge": (
        "行为倍数不足 10：地主付 {landlord}，农民付 {peasant}；10 以上付应付的 2 倍。",
        (
            "A multiplier below 10: the landlord pays {landlord}, a peasant {peasant}; from 10 on "
            "twice what the hand would cost."
        ),
    ),
    "escape.gt": (
        "行为倍数不超过 10：地主付 {landlord}，农民付 {peasant}；超过 10 付应付的 2 倍。",
        (
            "A multiplier up to 10: the landlord pays {landlord}, a peasant {peasant}; above 10 "
            "twice what the hand would cost."
        ),
    ),
    "escape.loss": (
        "不少于此刻认输应付的数。",
        "Never less than losing would cost now.",
    ),
    "escape.shares": (
        "地主逃跑，两个农民平分；农民逃跑，全归地主；确定地主之前按农民算，另外两家平分。",
        (
            "The landlord's goes to the peasants, half each; a peasant's to the landlord. Before "
            "there is a landlord one leaves as a peasant, and the two others share."
        ),
    ),
    # Autoplay
    "auto.after": (
        "出牌超时 {n} 次进入托管；自己操作或按钮随时取消。",
        (
            "After {n} time-out(s) in the play the system plays for you, until you act or press "
            "the button."
        ),
    ),
    "auto.plays": (
        "托管：首出时出最小的一张单牌，跟牌时不出；只剩一张且能压过就出。叫牌、加倍超时算放弃。",
        (
            "It leads your smallest card and passes otherwise; your last card follows if it "
            "beats. Time up in bidding or doubling declines."
        ),
    ),
    "auto.normal": ("托管不影响计分。", "Autoplay changes no score."),
    "auto.jj": (
        (
            "农民托管：输了由托管的农民承担两家的失分（都托管则均分）；"
            "赢了得分全归没有托管的农民。地主托管照常计分。"
        ),
        (
            "A peasant on autoplay: if they lose, he bears both losses (both on autoplay: half "
            "each); if they win, the other gets both scores. The landlord's counts as usual."
        ),
    ),
    "auto.ever": (
        "本局任何时候托管过都算；只剩一张牌时才开始的不算。",
        "It counts if it was on at any time, but not when begun with one card left.",
    ),
    "auto.end": (
        "本局结束时在托管才算；只剩一张牌时才开始的不算。",
        "It counts if it is on at the end, but not when begun with one card left.",
    ),
    "auto.both_zero": (
        "两个农民都托管而获胜：都不得分。",
        "Both on autoplay and winning: neither scores.",
    ),
    "auto.both_normal": (
        "两个农民都托管而获胜：照常计分。",
        "Both on autoplay and winning: scored as usual.",
    ),
    # Clocks
    "clock.start": ("准备或明牌开始：{n} 秒。", "Ready or show: {n} s."),
    "clock.call": ("叫地主：{n} 秒。", "Bidding: {n} s."),
    "clock.rob": ("抢地主：{n} 秒。", "Robbing: {n} s."),
    "clock.raise": ("倒拉垒沃：{n} 秒。", "Raising: {n} s."),
    "clock.double": ("加倍：{n} 秒。", "Doubling: {n} s."),
    "clock.first_play": ("第一手牌：{n} 秒。", "First play: {n} s."),
    "clock.play": ("出牌：{n} 秒。", "Other plays: {n} s."),
    # Names
    "unit.beans": ("欢乐豆", "beans"),
    "unit.points": ("分", "points"),
    "group.1": ("单牌", "solo"),
    "group.2": ("对牌", "pair"),
    "group.3": ("三张", "trio"),
    "bottom.two_jokers": ("两张王", "both jokers"),
    "bottom.one_joker": ("一张王", "one joker"),
    "bottom.straight_flush": ("同花顺", "straight flush"),
    "bottom.flush": ("同花", "flush"),
    "bottom.straight": ("顺子", "straight"),
    "bottom.three_of_a_rank": ("三张同点", "three of a rank"),
    "task.last_chain": ("最后一手出顺牌或飞机", "go out with a chain or an airplane"),
    "task.last_pair": ("最后一手出对牌", "go out with a pair"),
    "task.last_solo": ("最后一手出单牌", "go out with a solo"),
    "task.two_bombs": ("打出两个炸弹", "play two bombs"),
    "task.landlord_show": ("当地主并明牌", "as landlord, show your hand"),
    "task.rocket": ("打出火箭", "play the rocket"),
    # Headings
    "heading.deal": ("发牌", "Deal"),
    "heading.call": ("叫地主", "Landlord"),
    "heading.raises": ("倒拉垒沃", "Raises"),
    "heading.show": ("明牌", "Shows"),
    "heading.double": ("加倍", "Doubling"),
    "heading.play": ("出牌", "Play"),
    "heading.patterns": ("牌型", "Patterns"),
    "heading.wilds": ("癞子", "Wild cards"),
    "heading.multiplier": ("倍数", "Multiplier"),
    "heading.settlement": ("结算", "Settlement"),
    "heading.escape": ("逃跑", "Leaving"),
    "heading.autoplay": ("托管", "Autoplay"),
    "heading.clocks": ("时间", "Clocks"),
}

KIND_NAMES: dict[Kind, Words] = {
    Kind.ROCKET: ("火箭", "Rocket"),
    Kind.BOMB: ("炸弹", "Bomb"),
    Kind.SOLO: ("单牌", "Solo"),
    Kind.PAIR: ("对牌", "Pair"),
    Kind.TRIO: ("三张", "Trio"),
    Kind.TRIO_WITH_SOLO: ("三带一", "Trio with a solo"),
    Kind.TRIO_WITH_PAIR: ("三带一对", "Trio with a pair"),
    Kind.SOLO_CHAIN: ("单顺", "Chain of solos"),
    Kind.PAIR_CHAIN: ("双顺", "Chain of pairs"),
    Kind.AIRPLANE: ("三顺", "Airplane"),
    Kind.AIRPLANE_WITH_SOLOS: ("飞机带单牌", "Airplane with solos"),
    Kind.AIRPLANE_WITH_PAIRS: ("飞机带对牌", "Airplane with pairs"),
    Kind.QUAD_WITH_SOLOS: ("四带两张", "Four with two solos"),
    Kind.QUAD_WITH_PAIRS: ("四带两对", "Four with two pairs"),
}
WORDS |= {f"kind.{kind.code}": words for kind, words in KIND_NAMES.items()}

EXAMPLES: dict[Kind, str] = {
    Kind.ROCKET: "BJ RJ",
    Kind.BOMB: "7777",
    Kind.TRIO_WITH_SOLO: "3336",
    Kind.TRIO_WITH_PAIR: "44499",
    Kind.SOLO_CHAIN: "45678",
    Kind.PAIR_CHAIN: "334455",
    Kind.AIRPLANE: "333444",
    Kind.AIRPLANE_WITH_SOLOS: "44455579",
    Kind.AIRPLANE_WITH_PAIRS: "3334445557799JJ",
    Kind.QUAD_WITH_SOLOS: "555538",
    Kind.QUAD_WITH_PAIRS: "44445577",
}

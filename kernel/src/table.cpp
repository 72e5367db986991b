#include "table.h"

namespace dizhu {

namespace {

Mask run(int low, int length) { return ((1U << length) - 1) << low; }

uint64_t hash(Packed cards) {
    cards *= 0x9E3779B97F4A7C15ULL;
    return cards ^ cards >> 32;
}

}  // namespace

Table::Table(Switches s) : switches(s) {
    moves_.push_back({ROCKET_CARDS, ROCKET_COMBO});
    for (const Shape& shape : SHAPES)
        for (int n = shape.min_length; shape.per && n <= shape.max_length; ++n)
            if (!shape.wing && shape.size(n) <= MOST_CARDS) add_plain(shape, n);
    for (const Shape& shape : SHAPES)
        for (int n = shape.min_length; shape.per && n <= shape.max_length; ++n)
            if (shape.wing && shape.size(n) <= MOST_CARDS) add_bodies(shape, n);
    index_chains();
    index_readings();
}

void Table::add_plain(const Shape& shape, int length) {
    plain_[shape.kind][length] = MoveId(moves_.size());
    for (int low = 0; low + length <= shape.body_ranks(); ++low) {
        const Levels body = fill(run(low, length), shape.per);
        moves_.push_back({packed(body), reading(shape.kind, low, length)});
    }
}

void Table::add_bodies(const Shape& shape, int length) {
    for (int low = 0; low + length <= shape.body_ranks(); ++low) add_body(shape, low, length);
}

void Table::add_body(const Shape& shape, int low, int length) {
    Body body;
    body.mask = run(low, length);
    body.levels = fill(body.mask, shape.per);
    body.cards = packed(body.levels);
    body.combo = reading(shape.kind, low, length);
    body.first = MoveId(moves_.size());
    const int groups = shape.groups(length);
    if (groups <= 2) body.by_wing.assign(groups == 1 ? RANKS : RANKS * RANKS, NO_MOVE);
    const Levels rest = leftovers(levels(FULL_DECK), body.mask, shape.per, switches);
    each_wing_set(rest, shape.wing, groups, switches.repeats(shape),
                  switches.both_jokers_as_kickers, [&](Packed wings) {
                      if (groups == 1) body.by_wing[lowest(wings) / 4] = MoveId(moves_.size());
                      if (groups == 2)
                          body.by_wing[lowest(wings) / 4 * RANKS + highest(wings) / 4] =
                              MoveId(moves_.size());
                      moves_.push_back({body.cards + wings, body.combo});
                  });
    body.moves = uint32_t(moves_.size()) - body.first;
    bodies_[shape.kind][length].push_back(std::move(body));
}

void Table::index_chains() {
    for (int k = 0; k < 3; ++k) {
        const Shape& shape = SHAPES[SOLO_CHAIN + k];
        ChainIndex& index = chains_[k];
        for (Mask mask = 0; mask <= CHAIN_MASK; ++mask) {
            index.start[mask] = uint32_t(index.ids.size());
            for (int n = shape.min_length; n <= shape.max_length; ++n)
                for (int low = 0; low + n <= CHAIN; ++low)
                    if ((run(low, n) & ~mask) == 0)
                        index.ids.push_back(plain(shape.kind, n) + MoveId(low));
            index.counts[mask] = uint8_t(index.ids.size() - index.start[mask]);
        }
        index.start[CHAIN_MASK + 1] = uint32_t(index.ids.size());
    }
}

void Table::index_readings() {
    size_t slots = 1;
    while (slots < 2 * moves_.size()) slots *= 2;
    slots_.assign(slots, NO_MOVE);
    next_.assign(moves_.size(), NO_MOVE);
    for (MoveId id = 0; id < moves_.size(); ++id) {
        size_t at = hash(moves_[id].cards) & (slots - 1);
        while (slots_[at] != NO_MOVE && moves_[slots_[at]].cards != moves_[id].cards)
            at = (at + 1) & (slots - 1);
        if (slots_[at] == NO_MOVE) {
            slots_[at] = id;
            continue;
        }
        MoveId last = slots_[at];
        while (next_[last] != NO_MOVE) last = next_[last];
        next_[last] = id;
    }
}

MoveId Table::find(Packed cards) const {
    const size_t mask = slots_.size() - 1;
    size_t at = hash(cards) & mask;
    while (slots_[at] != NO_MOVE && moves_[slots_[at]].cards != cards) at = (at + 1) & mask;
    return slots_[at];
}

MoveId Table::with_wings(const Body& body, Packed wings) const {
    MoveId id = find(body.cards + wings);
    while (id != NO_MOVE && (id < body.first || id >= body.first + body.moves)) id = next_[id];
    return id;
}

size_t Table::bytes() const {
    size_t total = moves_.size() * (sizeof(Move) + sizeof(MoveId)) + slots_.size() * sizeof(MoveId);
    for (const ChainIndex& index : chains_) total += index.counts.size() + (index.start.size() + index.ids.size()) * 4;
    for (const auto& of_kind : bodies_)
        for (const auto& of_length : of_kind)
            for (const Body& body : of_length) total += sizeof(Body) + body.by_wing.size() * 4;
    return total;
}

}  // namespace dizhu

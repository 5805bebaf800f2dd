"""Counts structures by trying all of them, in the simplest way: every assignment of fields, the rules of the type, and
the least form under all renamings of nodes. It shares nothing with the search that it is held against."""

from itertools import permutations, product


def forms(n, structures, rename):
    """The number of structures that are not renamings of each other: nodes are 0 to n-1."""
    seen = set()
    for s in structures:
        seen.add(min(rename(s, p) for p in permutations(range(n))))
    return len(seen)


def reachable(first, edges):
    out, todo = [], [x for x in first if x is not None]
    while todo:
        x = todo.pop()
        if x not in out:
            out.append(x)
            todo.extend(y for y in edges(x) if y is not None)
    return out


def name(p, x):
    return -1 if x is None or x < 0 else p[x]


def sentinel(n, values):
    """A ring with a sentinel, which is number n: next, prev, and a value of each node; the owner is right."""
    def all_rings():
        places = [None] + list(range(n)) + [n]
        for nxt in product(places, repeat=n + 1):
            for prev in product(places, repeat=n + 1):
                here, length, ok = n, 0, True
                while True:
                    to = nxt[here]
                    if to is None or prev[to] != here:
                        ok = False
                        break
                    if to == n:
                        break
                    length += 1
                    if length > n:
                        ok = False
                        break
                    here = to
                if not ok:
                    continue
                on = reachable([n], lambda x: [nxt[x], prev[x]])
                nodes = [x for x in on if x != n]
                if len(nodes) != length:
                    continue
                for v in product(values, repeat=len(nodes)):
                    yield nxt, prev, dict(zip(nodes, v))

    def rename(s, p):
        nxt, prev, value = s
        p = list(p) + [n]
        return tuple(sorted((p[x], name(p, nxt[x]), name(p, prev[x]), value.get(x, 0)) for x in list(value) + [n]))
    return forms(n, all_rings(), rename)


def trie(n, letters):
    """A tree of nodes whose children have letters; a leaf, but for the root, ends a word."""
    def grow():
        children = list(product([None] + list(range(n)), repeat=len(letters)))
        for root in range(n):
            for kids in product(children, repeat=n):
                on = reachable([root], lambda x: kids[x])
                into = [c for x in on for c in kids[x] if c is not None]
                if len(set(into)) != len(into) or root in into:
                    continue
                for word in product([False, True], repeat=len(on)):
                    w = dict(zip(on, word))
                    if all(w[x] or x == root or any(c is not None for c in kids[x]) for x in on):
                        yield root, kids, w

    def rename(s, p):
        root, kids, word = s
        return (p[root],) + tuple(sorted((p[x], tuple(name(p, c) for c in kids[x]), word[x]) for x in word))
    return forms(n, grow(), rename)


def skiplist(n, keys):
    """Two levels in order; the nodes of the upper one are on the lower one too, and others have no upper successor."""
    def lists():
        places = [None] + list(range(n))
        for h0, h1 in product(places, repeat=2):
            for n0 in product(places, repeat=n):
                for n1 in product(places, repeat=n):
                    def run(first, nxt):
                        out = []
                        while first is not None and first not in out:
                            out.append(first)
                            first = nxt[first]
                        return out if first is None else None
                    low, up = run(h0, n0), run(h1, n1)
                    if low is None or up is None or not set(up) <= set(low):
                        continue
                    if any(x not in up and n1[x] is not None for x in low):
                        continue
                    for k in product(keys, repeat=len(low)):
                        key = dict(zip(low, k))
                        if any(key[a] >= key[b] for r in (low, up) for a, b in zip(r, r[1:])):
                            continue
                        yield low, up, key

    def rename(s, p):
        low, up, key = s
        return tuple((p[x], key[x]) for x in low), tuple(p[x] for x in up)
    return forms(n, lists(), rename)


def btree(n, keys):
    """B-trees of order 3 as terms: a node is its keys and its children, each a node of its own."""
    def nodes(low, high, depth, budget):
        """All nodes of a depth with keys between two others: (node, how many nodes it has)."""
        if budget < 1:
            return
        for size in (1, 2):
            for ks in product([k for k in keys if low < k < high], repeat=size):
                if any(a >= b for a, b in zip(ks, ks[1:])):
                    continue
                if depth == 0:
                    yield (ks, ()), 1
                    continue
                edges = [low] + list(ks) + [high]
                def fill(i, left):
                    if i == size + 1:
                        yield (), 0
                        return
                    for c, used in nodes(edges[i], edges[i + 1], depth - 1, left):
                        for rest, more in fill(i + 1, left - used):
                            yield (c,) + rest, used + more
                for cs, used in fill(0, budget - 1):
                    yield (ks, cs), used + 1
    found = {None}
    for depth in range(n):
        for t, _ in nodes(-1, 1 << 30, depth, n):
            found.add(t)
    return len(found)


def graph(n, colors):
    """Undirected graphs without loops whose ends have different colors, on up to n of the nodes."""
    pairs = [(a, b) for a in range(n) for b in range(n) if a < b]

    def graphs():
        for there in product([False, True], repeat=n):
            on = [x for x in range(n) if there[x]]
            possible = [e for e in pairs if e[0] in on and e[1] in on]
            for color in product(colors, repeat=len(on)):
                c = dict(zip(on, color))
                for chosen in product([False, True], repeat=len(possible)):
                    es = [e for e, is_on in zip(possible, chosen) if is_on]
                    if all(c[a] != c[b] for a, b in es):
                        yield c, es

    def rename(s, p):
        c, es = s
        return tuple(sorted((p[x], c[x]) for x in c)), tuple(sorted(tuple(sorted((p[a], p[b]))) for a, b in es))
    return forms(n, graphs(), rename)


def lru(n, keys, capacities):
    """Caches: a list of entries with different keys, and a map that has exactly these."""
    count = 0
    for capacity in capacities:
        for size in range(min(n, capacity) + 1):
            count += sum(1 for ks in product(keys, repeat=size) if len(set(ks)) == size)
    return count


def listcache(n, keys, capacities):
    """The same with lists of Go's standard library, of which an empty one may have been set up or not."""
    return lru(n, keys, capacities) + len(capacities)


print("sentinel", sentinel(2, [0, 1]))
print("trie", trie(3, "ab"))
print("skiplist", skiplist(2, [1, 2]))
print("btree", btree(4, [1, 2, 3]))
print("graph", graph(4, [0, 1]))
print("lru", lru(3, [1, 2, 3], [1, 2, 3]))
print("listcache", listcache(3, [1, 2, 3], [1, 2, 3]))
print("listcache", listcache(3, [1, 2, 3], [3]))

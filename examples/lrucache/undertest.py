"""Serves cachetools.LRUCache, a library that is not changed, to ttf-int.

It needs the packages ttfint (sut/python of this repository) and cachetools. LRUCACHE_FAULT switches on a fault:

  get-keeps-order      get does not note that the key was used
  popitem-newest       popitem takes the key that was used last
  put-keeps-order      put does not note that a known key was used
  put-evicts-early     put makes room where there is some
  setdefault-replaces  setdefault replaces the value of a known key
  setdefault-peeks     setdefault looks the value up without get, so that it does not count as used
  popitem-forgets      popitem raises the wrong exception where the cache is empty
"""

import collections
import os

import ttfint
from cachetools import Cache, LRUCache

MAXSIZE = 2


def order_of(cache: LRUCache) -> collections.OrderedDict:
    return cache._LRUCache__order


def data_of(cache: LRUCache) -> dict:
    return cache._Cache__data


class Faulty:
    """The faults: each replaces a method of LRUCache."""

    def get_keeps_order(self, key):
        return Cache.__getitem__(self, key)

    def popitem_newest(self):
        if not order_of(self):
            raise KeyError("empty")
        key = next(reversed(order_of(self)))
        value = data_of(self)[key]
        del self[key]
        return key, value

    def put_keeps_order(self, key, value):
        Cache.__setitem__(self, key, value)
        order_of(self).setdefault(key)

    def put_evicts_early(self, key, value):
        if key not in self and len(self) + 1 >= self.maxsize and len(self) > 0:
            self.popitem()
        Cache.__setitem__(self, key, value)
        order_of(self)[key] = None
        order_of(self).move_to_end(key)

    def setdefault_replaces(self, key, default=None):
        if key in self:
            self[key]
        self[key] = default
        return default

    def setdefault_peeks(self, key, default=None):
        if key not in self:
            self[key] = default
        return data_of(self)[key]

    def popitem_forgets(self):
        key = next(iter(order_of(self)), None)
        if key is None:
            raise IndexError("empty")
        value = data_of(self)[key]
        del self[key]
        return key, value


METHODS = {"get": "__getitem__", "put": "__setitem__"}

if fault := os.environ.get("LRUCACHE_FAULT"):
    unit = fault.partition("-")[0]
    setattr(LRUCache, METHODS.get(unit, unit), getattr(Faulty, fault.replace("-", "_")))

program = ttfint.Program(lambda: LRUCache(MAXSIZE), errors={KeyError: "missing"}, constants={"maxsize": MAXSIZE})


@program.state("order")
def order(cache: LRUCache) -> list[str]:
    return list(order_of(cache))


@order.setter
def _(cache: LRUCache, keys: list[str]) -> None:
    order_of(cache).clear()
    order_of(cache).update(dict.fromkeys(keys))


@program.state("values")
def values(cache: LRUCache) -> dict[str, int]:
    return dict(data_of(cache))


@values.setter
def _(cache: LRUCache, of: dict[str, int]) -> None:
    data_of(cache).clear()
    data_of(cache).update(of)
    cache._Cache__currsize = len(of)


program.unit("get", LRUCache.__getitem__, params=["key?"], results=["value!"], raises="r!")
program.unit("put", LRUCache.__setitem__, params=["key?", "value?"])
program.unit("popitem", LRUCache.popitem, results=["key!", "value!"], raises="r!")
program.unit("setdefault", LRUCache.setdefault, params=["key?", "value?"], results=["value!"])

program.intercept("popitem", LRUCache, callers=["put"])
program.intercept("get", LRUCache, "__getitem__", callers=["setdefault"])
program.intercept("put", LRUCache, "__setitem__", callers=["setdefault"])

program.serve()

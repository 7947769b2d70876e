"""Stock keeping for a small warehouse."""

from __future__ import annotations

import csv
import logging
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

LOGGER = logging.getLogger("warehouse")
REORDER_LEVEL = 12


class OutOfStock(Exception):
    """Raised when a pick asks for more than the shelf holds."""

    def __init__(self, article: str, wanted: int, present: int) -> None:
        super().__init__(f"{article}: wanted {wanted}, have {present}")
        self.article = article
        self.missing = wanted - present


@dataclass
class Shelf:
    label: str
    capacity: int
    content: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def free(self) -> int:
        used = sum(self.content.values())
        return self.capacity - used

    def put(self, article: str, count: int) -> int:
        """Store as many as fit; return how many did not."""
        fitting = min(count, self.free())
        if fitting > 0:
            self.content[article] += fitting
            LOGGER.debug("stored %d of %s on %s", fitting, article, self.label)
        return count - fitting

    def pick(self, article: str, count: int) -> None:
        present = self.content.get(article, 0)
        if present < count:
            raise OutOfStock(article, count, present)
        self.content[article] = present - count
        if self.content[article] == 0:
            del self.content[article]


class Warehouse:
    def __init__(self, shelves: list[Shelf]) -> None:
        self.shelves = shelves
        self.history: list[tuple[str, str, int]] = []

    def receive(self, article: str, count: int) -> int:
        remaining = count
        for shelf in sorted(self.shelves, key=lambda item: item.free()):
            if remaining == 0:
                break
            remaining = shelf.put(article, remaining)
        self.history.append(("in", article, count - remaining))
        return remaining

    def ship(self, article: str, count: int) -> None:
        total = sum(shelf.content.get(article, 0) for shelf in self.shelves)
        if total < count:
            raise OutOfStock(article, count, total)
        left = count
        for shelf in self.shelves:
            here = min(left, shelf.content.get(article, 0))
            if here:
                shelf.pick(article, here)
                left -= here
        self.history.append(("out", article, count))

    def to_reorder(self) -> list[str]:
        totals: dict[str, int] = defaultdict(int)
        for shelf in self.shelves:
            for article, count in shelf.content.items():
                totals[article] += count
        return [article for article, count in sorted(totals.items()) if count < REORDER_LEVEL]


def load(path: Path) -> Warehouse:
    shelves: dict[str, Shelf] = {}
    with path.open(newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            label = row["shelf"]
            if label not in shelves:
                shelves[label] = Shelf(label, int(row["capacity"]))
            shelves[label].put(row["article"], int(row["count"]))
    return Warehouse(list(shelves.values()))

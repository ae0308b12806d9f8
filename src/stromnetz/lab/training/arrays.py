"""Arrays for training: numpy's, enough for small trials, or torch's, on a graphics card if there is one.

The net is written once, in operations that both libraries have; these classes wrap those that differ.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.extras import install_command

Array = Any
"""An array of numpy or torch."""
DEVICES = ("numpy", "cpu", "cuda")


class NumpyArrays:
    name = "numpy"

    def __init__(self, seed: int) -> None:
        self.np = import_module("numpy")
        self._rng = self.np.random.default_rng(seed)
        self.cat = lambda arrays, axis=0: self.np.concatenate(arrays, axis)
        self.exp, self.log, self.sqrt = self.np.exp, self.np.log, self.np.sqrt
        self.repeat, self.arange, self.clip = self.np.repeat, self.np.arange, self.np.clip

    def register_memory(self, address: int, size: int) -> None:
        """No-op: numpy reads the memory directly."""

    def unregister_memory(self, address: int) -> None:
        """No-op."""

    def put(self, array: Any) -> Array:
        return self.np.array(array)

    def take(self, array: Any, at: Any) -> Array:
        """Select rows of the caller's memory, in this order."""
        return array[at]

    def to_integers(self, array: Array) -> Array:
        return array.astype(self.np.int64)

    def get(self, array: Array) -> Any:
        return array

    def to_half(self, array: Array) -> Array:
        return array.astype(self.np.float32)  # 16-bit floats are slow in numpy, and memory is not short

    def to_float(self, array: Array) -> Array:
        return array

    def relu(self, array: Array) -> Array:
        return self.np.maximum(array, 0)

    def zeros(self, *shape: int) -> Array:
        return self.np.zeros(shape, self.np.float32)

    def where(self, mask: Array) -> Array:
        return self.np.nonzero(mask)[0]

    def gather(self, array: Array, columns: Array) -> Array:
        return self.np.take_along_axis(array, columns, 1)

    def cumsum(self, array: Array) -> Array:
        return self.np.cumsum(array)

    def sum_by_words(self, table: Array, words: Array) -> Array:
        """The sum of the table's rows for the words of each option."""
        return table[words].sum(1)

    def scatter_by_words(self, size: int, words: Array, rows: Array) -> Array:
        """The sum of the options' rows for each word: the gradient of `sum_by_words`."""
        out = self.zeros(size, rows.shape[1])
        for column in range(words.shape[1]):
            self.np.add.at(out, words[:, column], rows)
        return out

    def segment_sum(self, values: Array, segments: Array, starts: Array) -> Array:
        return self.np.add.reduceat(values, starts, 0)

    def segment_max(self, values: Array, segments: Array, starts: Array) -> Array:
        return self.np.maximum.reduceat(values, starts)

    def segment_first(self, mask: Array, segments: Array, starts: Array) -> Array:
        """The offset of the first true value in each segment."""
        at = self.np.where(mask, self.np.arange(len(mask)), len(mask))
        return self.np.minimum.reduceat(at, starts) - starts

    def uniform(self, size: int) -> Array:
        return self._rng.random(size, dtype=self.np.float32)

    def shuffled(self, array: Array) -> Array:
        return self._rng.permutation(array)


class TorchArrays:
    def __init__(self, device: str, seed: int) -> None:
        self.torch = torch = import_module("torch")
        if device == "cuda" and not torch.cuda.is_available():
            raise BadInput("there is no graphics card that torch can use; say cpu or numpy", {"device": device})
        self.name = device
        torch.set_grad_enabled(False)
        torch.backends.cuda.matmul.allow_tf32 = True
        self._rng = torch.Generator(device)
        self._rng.manual_seed(seed)
        self.exp, self.log, self.sqrt, self.relu, self.clip = (
            torch.exp,
            torch.log,
            torch.sqrt,
            torch.relu,
            torch.clamp,
        )
        self.cat = torch.cat
        self._pinned = False
        self.repeat = torch.repeat_interleave

    def register_memory(self, address: int, size: int) -> None:
        """Register the caller's memory so that the graphics card can read it directly, if it can."""
        if self.name == "cuda":
            self._pinned = int(self.torch.cuda.cudart().cudaHostRegister(address, size, 0)) == 0

    def unregister_memory(self, address: int) -> None:
        if self._pinned:
            self.torch.cuda.cudart().cudaHostUnregister(address)

    def take(self, array: Any, at: Any) -> Array:
        if self._pinned:  # copying everything is faster than selecting the few rows here
            return self.put(array)[self.put(at)]
        return self.put(array[at])

    def to_integers(self, array: Array) -> Array:
        return array.long()

    def put(self, array: Any) -> Array:
        out = self.torch.as_tensor(array)
        if out.dtype == self.torch.int32:
            return out.to(self.name, non_blocking=False).long()
        return out.to(self.name) if self.name != "cpu" else out.clone()

    def get(self, array: Array) -> Any:
        return array.cpu().numpy()

    def to_half(self, array: Array) -> Array:
        return array.half()

    def to_float(self, array: Array) -> Array:
        return array.float()

    def zeros(self, *shape: int) -> Array:
        return self.torch.zeros(shape, device=self.name)

    def arange(self, size: int) -> Array:
        return self.torch.arange(size, device=self.name)

    def where(self, mask: Array) -> Array:
        return self.torch.nonzero(mask)[:, 0]

    def gather(self, array: Array, columns: Array) -> Array:
        return self.torch.gather(array, 1, columns)

    def cumsum(self, array: Array) -> Array:
        return self.torch.cumsum(array, 0)

    def _word_counts(self, size: int, words: Array) -> Array:
        """How often each row has each word. A product with this is faster than adding to the same few places."""
        return self.zeros(len(words), size).scatter_add_(1, words, self.zeros(1, 1).add(1.0).expand(words.shape))

    def sum_by_words(self, table: Array, words: Array) -> Array:
        return self._word_counts(len(table), words) @ table

    def scatter_by_words(self, size: int, words: Array, rows: Array) -> Array:
        return self._word_counts(size, words).T @ rows

    def segment_sum(self, values: Array, segments: Array, starts: Array) -> Array:
        return self.zeros(len(starts), *values.shape[1:]).index_add_(0, segments, values)

    def segment_max(self, values: Array, segments: Array, starts: Array) -> Array:
        return self.zeros(len(starts)).scatter_reduce_(0, segments, values, "amax", include_self=False)

    def segment_first(self, mask: Array, segments: Array, starts: Array) -> Array:
        at = self.arange(len(mask)) - starts[segments]
        at = at + (~mask) * len(mask)
        out = self.torch.zeros_like(starts)
        return out.scatter_reduce_(0, segments, at, "amin", include_self=False)

    def uniform(self, size: int) -> Array:
        return self.torch.rand(size, device=self.name, generator=self._rng)

    def shuffled(self, array: Array) -> Array:
        return array[self.torch.randperm(len(array), device=self.name, generator=self._rng)]


Arrays = NumpyArrays | TorchArrays
"""The operations that training needs besides operators, slices and ``sum``."""


def arrays_on(device: str, seed: int) -> Arrays:
    """The arrays of a device; raises `BadInput` if its library is not installed."""
    if device not in DEVICES:
        raise BadInput(f"learning happens on {', '.join(DEVICES)}, not on {device}", {"device": device})
    try:
        return NumpyArrays(seed) if device == "numpy" else TorchArrays(device, seed)
    except ImportError as error:
        how = install_command("lab") if error.name == "numpy" else "install the one for your hardware (pytorch.org)"
        raise BadInput(f"learning on {device} needs {error.name}: {how}", {"device": device}) from None

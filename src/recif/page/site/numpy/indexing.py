"""Parts of arrays. Whole numbers, slices and names of fields give views; lists and arrays give copies."""

from . import arrays
from .scalars import refuse


def part(array, key):
    """`array[key]`: a view, a copy, a number or a record."""
    if isinstance(key, str):
        return _field(array, key)
    if _is_choice(key):
        return _chosen(array, key)
    return _view(array, key)


def put(array, key, value):
    """`array[key] = value`."""
    if _is_choice(key):
        _put_chosen(array, key, value)
        return
    target = part(array, key) if isinstance(key, str) else _view(array, key, is_element_wanted=False)
    fill(target, value)


def _is_choice(key):
    return isinstance(key, (list, arrays.ndarray))


def _field(array, name):
    if not array.dtype.fields or name not in array.dtype.fields:
        raise ValueError(f"no field of name {name}")
    kind, at = array.dtype.fields[name]
    inner = arrays.strides_of(kind.shape, kind.base.itemsize)
    shape, strides = (*array.shape, *kind.shape), (*array.strides, *inner)
    return array._seen(arrays.ndarray(array.memory, array.offset + at, shape, strides, kind.base))


def _view(array, key, is_element_wanted=True):
    keys = list(key) if isinstance(key, tuple) else [key]
    if any(one is Ellipsis for one in keys):
        place = next(i for i, one in enumerate(keys) if one is Ellipsis)
        keys[place : place + 1] = [slice(None)] * (len(array.shape) - len(keys) + 1)
        is_element_wanted = False  # NumPy gives an array without a shape
    if len(keys) > len(array.shape):
        raise IndexError("too many indices for array")
    offset, shape, strides = array.offset, [], []
    for length, stride, one in zip(array.shape, array.strides, keys, strict=False):
        if isinstance(one, slice):
            chosen = range(length)[one]
            offset += chosen.start * stride if len(chosen) else 0
            shape.append(len(chosen))
            strides.append(stride * chosen.step)
        else:
            offset += place_of(one, length) * stride
    shape += array.shape[len(keys) :]
    strides += array.strides[len(keys) :]
    if not shape and is_element_wanted:
        return array.at(offset)
    return array._seen(arrays.ndarray(array.memory, offset, tuple(shape), tuple(strides), array.dtype))


def place_of(key, length):
    """A place counted from the front; NumPy takes a truth for something else."""
    if isinstance(key, bool) or not isinstance(key, int):
        refuse(f"{type(key).__name__} as a place in an array")
    if not -length <= key < length:
        raise IndexError(f"index {key} is out of bounds for axis 0 with size {length}")
    return key % length


def _places(array, key):
    """The places that a list or an array names: by numbers, or by truths."""
    if isinstance(key, arrays.ndarray):
        if key.ndim != 1 or key.dtype.kind not in "iub":
            refuse("a choice by anything but a row of whole numbers or truths")
        listed, is_truth = key.flat_list(), key.dtype.kind == "b"
    else:
        listed, is_truth = key, bool(key) and all(isinstance(one, bool) for one in key)
    if is_truth:
        if len(listed) != len(array):
            raise IndexError("boolean index did not match indexed array")
        return [i for i, is_in in enumerate(listed) if is_in]
    return [place_of(one, len(array)) for one in listed]


def _chosen(array, key):
    if not array.shape:
        refuse("a choice from a single number")
    places, width = _places(array, key), array.dtype.itemsize
    shape = (len(places), *array.shape[1:])
    bytes_of = b"".join(
        arrays.ndarray(
            array.memory, array.offset + i * array.strides[0], array.shape[1:], array.strides[1:], array.dtype
        ).tobytes()
        for i in places
    )
    return arrays.ndarray(memoryview(bytearray(bytes_of)), 0, shape, arrays.strides_of(shape, width), array.dtype)


def _put_chosen(array, key, value):
    places = _places(array, key)
    if isinstance(value, (int, float)):
        for i in places:
            put(array, i, value)
        return
    rows = value if isinstance(value, (list, tuple, range)) else list(value)
    if len(rows) != len(places):
        refuse("values for a choice that are more or fewer than it")
    for i, row in zip(places, rows, strict=True):
        put(array, i, row)


def fill(target, value):
    """Write numbers, or one of them everywhere; shapes meet at their last axes."""
    if target.dtype.fields:
        _fill_records(target, value)
        return
    source = value if isinstance(value, arrays.ndarray) else None
    if source is None and isinstance(value, (list, tuple, range)):
        from .making import array

        source = array(value)
    if source is None:
        for at in target.offsets():
            target.put_at(at, value)
        return
    if source.dtype.kind == "f" and target.dtype.kind != "f":
        refuse("fractions put where whole numbers are: say astype")
    if source.dtype == target.dtype and source.shape == target.shape and source.is_dense and target.is_dense:
        _range(target)[:] = source.tobytes()  # a copy, in case both lie in one memory
        return
    for at, number in zip(target.offsets(), spread(source, target.shape), strict=True):
        target.put_at(at, number)


def _range(array):
    return array.memory[array.offset : array.offset + array.nbytes]


def _fill_records(target, value):
    if isinstance(value, arrays.ndarray):
        if value.dtype != target.dtype or value.shape != target.shape or not (value.is_dense and target.is_dense):
            refuse("records put where others do not fit")
        _range(target)[:] = value.tobytes()
    else:
        for at in target.offsets():
            target.put_at(at, value)


def spread(source, shape):
    """The numbers of an array, repeated to fill a larger shape."""
    numbers = source.flat_list()
    if source.shape == shape:
        return numbers
    extra = len(shape) - len(source.shape)
    if extra < 0 or any(ours not in (1, theirs) for ours, theirs in zip(source.shape, shape[extra:], strict=True)):
        raise ValueError(f"could not broadcast input array from shape {source.shape} into shape {shape}")
    steps, step = [], 1
    for length in reversed(source.shape):
        steps.insert(0, 0 if length == 1 else step)
        step *= length
    places = [0]
    for length, step in zip(shape, [0] * extra + steps, strict=True):
        places = [place + i * step for place in places for i in range(length)]
    return [numbers[place] for place in places]

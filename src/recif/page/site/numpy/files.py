"""Arrays in files: an .npz is a zip of .npy, each a few words of Python and then the bytes."""

import zipfile
from ast import literal_eval

from .kinds import dtype
from .making import zeros
from .scalars import refuse

MAGIC = b"\x93NUMPY\x01\x00"


class load:
    """The arrays of an .npz, read when they are asked for."""

    def __init__(self, file, allow_pickle=False):
        if allow_pickle:
            refuse("pickles")
        try:
            self._zip = zipfile.ZipFile(file)
        except zipfile.BadZipFile as error:
            raise ValueError(f"this is no .npz: {error}") from None
        self.files = [name.removesuffix(".npy") for name in self._zip.namelist()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._zip.close()

    def __getitem__(self, name):
        data = self._zip.read(f"{name}.npy")
        if data[:8] != MAGIC:
            refuse("files of this kind or version")
        start = 10 + int.from_bytes(data[8:10], "little")
        head = literal_eval(data[10:start].decode("latin1"))
        if head["fortran_order"] and len(head["shape"]) > 1:
            refuse("arrays by columns")
        made = zeros(head["shape"], dtype(head["descr"]))
        if len(data) - start != made.nbytes:
            raise ValueError(f"{name} has {len(data) - start} bytes, not {made.nbytes}")
        made.memory[:] = data[start:]
        return made

"""The built client: hashed assets for ever, everything else asked again with an ETag."""

import hashlib
import mimetypes
import zlib
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from dizhu.server.answers import takes_gzip

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
_COMPRESSIBLE = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg",
    "application/manifest",
)
_SMALL = 512
_LARGEST = 8_000_000

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "media-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
SECURITY_HEADERS = {
    "Content-Security-Policy": "; ".join(_POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


@dataclass(frozen=True, slots=True)
class _File:
    stamp: tuple[int, int]
    body: bytes
    gzipped: bytes | None
    etag: str
    content_type: str


class Client:
    """Serves a folder of files from memory; a file that changed on the disk is read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, _File] = {}

    def answer(self, request: web.Request) -> web.Response:
        """A file; for the paths of the client's own pages its first page; else 404."""
        name = request.path.lstrip("/") or "index.html"
        file = self._read(name)
        if file is None and name.isprintable() and "." not in name.rpartition("/")[2]:
            name, file = "index.html", self._read("index.html")
        if file is None:
            return web.Response(status=404, text="not found\n")
        return _respond(request, name, file)

    def _read(self, name: str) -> _File | None:
        try:
            path = (self._folder / name).resolve()
            hidden = any(part.startswith(".") for part in Path(name).parts)
            if hidden or not path.is_relative_to(self._folder) or not path.is_file():
                return None
            status = path.stat()
        except (OSError, ValueError):  # a name that no file can have
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._files.get(name)
        if known is None or known.stamp != stamp:
            if status.st_size > _LARGEST:
                return None
            known = self._files[name] = _load(path, stamp)
        return known


def _load(path: Path, stamp: tuple[int, int]) -> _File:
    body = path.read_bytes()
    guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    content_type = {".js": "text/javascript", ".mjs": "text/javascript"}.get(path.suffix, guessed)
    etag = hashlib.sha256(body).hexdigest()[:32]
    squeezable = len(body) >= _SMALL and content_type.startswith(_COMPRESSIBLE)
    return _File(stamp, body, _gzip(body) if squeezable else None, etag, content_type)


def _gzip(body: bytes) -> bytes:
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    return compressor.compress(body) + compressor.flush()


def _respond(request: web.Request, name: str, file: _File) -> web.Response:
    headers = {
        "ETag": f'"{file.etag}"',
        "Cache-Control": IMMUTABLE if name.startswith("assets/") else REVALIDATE,
        "Vary": "Accept-Encoding",
    }
    if file.etag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    body = file.body
    if file.gzipped is not None and takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = file.gzipped
    text = file.content_type.startswith("text/")
    response = web.Response(body=body, headers=headers, content_type=file.content_type)
    if text:
        response.charset = "utf-8"
    return response

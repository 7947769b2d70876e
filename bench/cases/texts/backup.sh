#!/usr/bin/env bash
# Nightly backup of a database and its uploads.
set -euo pipefail

readonly TARGET="${BACKUP_TARGET:?set BACKUP_TARGET}"
readonly KEEP_DAYS="${KEEP_DAYS:-14}"
readonly STAMP="$(date +%Y%m%d-%H%M%S)"

log() {
  printf '%s %s\n' "$(date +%T)" "$*" >&2
}

dump_database() {
  local name="$1"
  local file="$TARGET/$name-$STAMP.sql.gz"
  log "dumping $name"
  if ! pg_dump --no-owner "$name" | gzip -9 > "$file.part"; then
    rm -f "$file.part"
    log "dump of $name failed"
    return 1
  fi
  mv "$file.part" "$file"
}

copy_uploads() {
  local source="$1"
  rsync --archive --delete --link-dest="$TARGET/latest" "$source/" "$TARGET/uploads-$STAMP/"
  ln -sfn "$TARGET/uploads-$STAMP" "$TARGET/latest"
}

forget_old() {
  find "$TARGET" -maxdepth 1 -name '*.sql.gz' -mtime "+$KEEP_DAYS" -print -delete |
    while read -r gone; do
      log "removed $gone"
    done
}

main() {
  mkdir -p "$TARGET"
  exec 9> "$TARGET/.lock"
  flock --nonblock 9 || { log "another backup is running"; exit 75; }
  for database in shop accounts statistics; do
    dump_database "$database"
  done
  copy_uploads /srv/shop/uploads
  forget_old
  log "done, $(du -sh "$TARGET" | cut -f1) in use"
}

main "$@"

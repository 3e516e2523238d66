#!/usr/bin/env bash
# Asks helve once, and makes its answer an output of the step.
set -euo pipefail
flags=(--permission-mode "$HELVE_PERMISSION_MODE" --max-cost "$HELVE_MAX_COST")
[ -z "${HELVE_MODEL:-}" ] || flags+=(--model "$HELVE_MODEL")
# HELVE_COMMAND is for tests: a helve that is there already.
read -ra helve <<< "${HELVE_COMMAND:-npx -y helve@$HELVE_VERSION}"
# helve exits with 1 if something was denied; there may be an answer all the same.
status=0
answer=$("${helve[@]}" -p "$HELVE_PROMPT" "${flags[@]}") || status=$?
[ -n "$answer" ] || exit "$((status == 0 ? 1 : status))"
# No line of the answer can end it early.
delimiter="end-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
printf 'answer<<%s\n%s\n%s\n' "$delimiter" "$answer" "$delimiter" >> "$GITHUB_OUTPUT"
printf '%s\n' "$answer"

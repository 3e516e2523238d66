import type { Confined, WithFiles } from './confined.ts';
import type { Step } from './layout.ts';
import { reportingStart } from './report-start.ts';

/** Runs a program under the sandbox of macOS. */
export function underSeatbelt(confined: Confined): WithFiles {
  return {
    program: '/usr/bin/sandbox-exec',
    args: ['-p', seatbeltProfile(confined), ...reportingStart(confined)],
    files: [{ path: confined.status, to: 'append' }],
  };
}

/** The rules in Apple's language. The last one that fits decides, so the outermost paths come first. */
export function seatbeltProfile({ steps, network }: Pick<Confined, 'steps' | 'network'>): string {
  const writable = steps.flatMap((step) => (step.kind === 'writable' ? [within(step.source)] : []));
  return [
    '(version 1)',
    '(allow default)',
    // Programs of the outside cannot be ended, looked into or sent events to.
    '(deny signal (target others))',
    '(allow signal (target same-sandbox))',
    '(deny process-info* (target others))',
    '(allow process-info* (target same-sandbox))',
    '(deny appleevent-send)',
    // The keychain.
    '(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.securityd.xpc"))',
    '(deny file-write*)',
    '(allow file-write* (regex #"^/dev/(null|zero|tty.*|fd/.*|std(out|err)|ptmx)$"))',
    ...steps.flatMap(rule),
    ...(network === 'closed'
      ? ['(deny network*)', '(allow network* (local ip "localhost:*") (remote ip "localhost:*"))']
      : []),
    '(deny network* (remote unix-socket))',
    ...writable.map((folder) => `(allow network* (remote unix-socket ${folder}) (local unix-socket ${folder}))`),
  ].join('\n');
}

function rule(step: Step): readonly string[] {
  switch (step.kind) {
    case 'writable':
      return [`(allow file-write* ${within(step.source)})`];
    case 'readOnly':
      return [`(deny file-write* ${within(step.path)})`];
    case 'emptyFile':
    case 'emptyFolder':
      return [`(deny file-read* file-write* ${within(step.path)})`];
    case 'scratch':
      return [];
  }
}

function within(path: string): string {
  return `(subpath ${JSON.stringify(path)})`;
}

/** The format in which git gives a commit, each field ended by NUL. */
const FIELDS = ['%H', '%h', '%an', '%ae', '%aI', '%s', '%b', '%P', '%D'] as const;

export const COMMIT_FORMAT = [`--format=${FIELDS.join('%x00')}`, '--encoding=UTF-8', '--no-show-signature'] as const;

export const COMMIT_FIELDS = FIELDS.length;

export function parseCommit(values: readonly string[]) {
  const [hash = '', short = '', name = '', email = '', date = '', subject = '', body = '', parents = '', refs = ''] =
    values;
  return {
    hash,
    short,
    author: { name, email },
    date,
    subject,
    ...(body.trim() === '' ? {} : { body: body.trimEnd() }),
    parents: words(parents, ' '),
    refs: words(refs, ', '),
  };
}

function words(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator);
}

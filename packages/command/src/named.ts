import { CommandError } from './errors.ts';
import { inWords, type Names, type Wording } from './wording.ts';

/** The same error with the names that a caller uses, and with a hint of theirs if one is given. */
export function namedError(
  error: CommandError,
  names: Names,
  hint: Wording | undefined = error.wording.hint,
): CommandError {
  const { code, retry, details, wording } = error;
  const problems = wording.problems?.map((problem) => ({
    parameter: names.parameter(problem.parameter),
    message: inWords(problem.message, names),
  }));
  const other = new CommandError(code, named(wording.message, names), {
    hint: hint && named(hint, names),
    retry,
    details: problems ? { ...details, problems } : details,
    cause: error,
  });
  return !problems && other.message === error.message && other.hint === error.hint ? error : other;
}

/** The same text with the names written out. Calls stay parts where these names have none: an outer door names them. */
function named(wording: Wording, names: Names): Wording {
  if (typeof wording === 'string') return wording;
  return wording.flatMap((part) => {
    if (typeof part !== 'object' || 'parameter' in part) return inWords([part], names);
    if ('call' in part) return names.call ? inWords([part], names) : part;
    return names.offers(part.ifOffered) ? named(part.words, names) : [];
  });
}

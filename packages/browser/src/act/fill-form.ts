import { CommandError, type Context, explainIssue, parameter, withDetails, worded } from '@helve/command';
import * as v from 'valibot';
import { FORM, type input } from '../commands/browser/act/fill-form.ts';
import { browserRun } from '../perform.ts';
import { BROWSER_ERRORS, type Data, type Target } from '../protocol.ts';
import { readText } from './fill.ts';

type FormInput = v.InferOutput<typeof input>;

interface FieldResult extends Partial<Data<'fill'>> {
  readonly target: Target;
  readonly filled: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Each field is a request of its own: paced like any other, and never filled in twice. */
export const fillForm = browserRun(async (input: FormInput, { relay, act, shown }, context) => {
  const { fields } = await formOf(input, context);
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, undefined);
  const results: FieldResult[] = [];
  for (const field of fields) {
    try {
      results.push({ target: field.target, ...(await act('fill', field, { session, tab })) });
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      const { code, message } = thrown;
      // What the rest of the fields would meet too ends it, with what was done so far.
      if (!isOfOneField(code)) throw withDetails(thrown, { results });
      results.push({ target: field.target, filled: false, error: { code, message } });
    }
  }
  // A field that fails says nothing of the page.
  if (results.every(({ error }) => error)) {
    const { url, title } = tab;
    context.beside({ page: await shown(session, { url, title, state: 'ready', busy: false }) });
  }
  return { results };
});

function isOfOneField(code: string): boolean {
  return (
    code === 'SCRIPT_ERROR' || code === 'SELECTOR_AMBIGUOUS' || (code.startsWith('ELEMENT_') && code in BROWSER_ERRORS)
  );
}

async function formOf({ form, file }: FormInput, context: Context): Promise<v.InferOutput<typeof FORM>> {
  if (form && file === undefined) return form;
  if (form || file === undefined) {
    throw new CommandError('INVALID_INPUT', 'The fields are given in exactly one way', {
      hint: worded`Give exactly one of ${parameter('form')} (or ${parameter('json')}), ${parameter('file')} and ${parameter('stdin')}.`,
    });
  }
  try {
    const read = v.safeParse(FORM, JSON.parse(await readText(file, context)));
    if (read.success) return read.output;
    throw new Error(read.issues.map(explainIssue).join('; '));
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    throw new CommandError(
      'INVALID_INPUT',
      `${file} does not hold the fields of a form: ${(thrown as Error).message}`,
      { hint: 'It must look like {"fields":[{"target":{"handle":"el4"},"value":"Ada"}]}' },
    );
  }
}

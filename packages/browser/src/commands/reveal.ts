import { flag } from '@helve/command';

/** Of a command whose result may hold secrets. Only a person may ask for them: see `approves`. */
export const reveal = flag('Show values that may be secret instead of masking them; only a person can approve this');

export const approvesReveal = ({ reveal: asked }: { readonly reveal: boolean }): boolean => asked;

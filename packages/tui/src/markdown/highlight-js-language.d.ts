declare const language: unknown;
// oxlint-disable-next-line import/no-default-export -- this is how the package has it
export { language as default };

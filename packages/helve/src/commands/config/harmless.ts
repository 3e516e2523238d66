/** Settings that change how helve looks and speaks. Every other may widen what a model can do or reach. */
const HARMLESS = /^(language|theme|notifications|editorMode|screenReader)$/;

/** Whether a model may change a setting without a person's approval. */
export function isHarmless(key: string): boolean {
  return HARMLESS.test(key);
}

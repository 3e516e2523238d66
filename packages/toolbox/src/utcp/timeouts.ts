/** Of the time that a caller gives and the time that a template gives, the shorter. */
export function shorter(ofCaller: number | undefined, ofTemplate: number | undefined): number | undefined {
  if (ofCaller === undefined || ofTemplate === undefined) return ofCaller ?? ofTemplate;
  return Math.min(ofCaller, ofTemplate);
}

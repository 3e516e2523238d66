export type TextField = HTMLInputElement | HTMLTextAreaElement;

export function isTextField(element: Element): element is TextField {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !isTick(element));
}

export function isTick(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
}

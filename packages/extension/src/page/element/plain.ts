/**
 * Forms and documents have their fields and pictures as properties, before those of their own: `form.tagName` is the
 * input with that name. What code reads of any node is read through `plain`, which has the properties of its interface only.
 */

const facades = new WeakMap<Node, Node>();

/** A node to read properties from and call methods on. It is not the node itself: never pass it on, or compare it. */
export function plain<Any extends Node>(node: Any): Any {
  if (!isClobbered(node)) return node;
  const known = facades.get(node);
  if (known) return known as Any;
  const own = Object.getPrototypeOf(node) as object;
  const facade = new Proxy(node, {
    get: (_, name) => {
      const value: unknown = Reflect.get(own, name, node);
      return typeof value === 'function' ? (value.bind(node) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(own, name, value, node),
    has: (_, name) => Reflect.has(own, name),
  });
  facades.set(node, facade);
  return facade;
}

/** The document of this page, with its own properties. */
export const page: Document = plain(document);

/** Whether names in the page count before the properties of its interface. */
function isClobbered(node: Node): boolean {
  return (
    node instanceof HTMLFormElement ||
    node instanceof Document ||
    node instanceof HTMLObjectElement ||
    node instanceof HTMLEmbedElement
  );
}

import { textIn, type UnknownRecord } from './record.ts';

/** Gives each operation of a document a name of its own: its `operationId`, or method and path. */
export function createNames(): (method: string, path: string, operation: UnknownRecord) => string {
  const taken = new Set<string>();
  return (method, path, operation) => {
    const wanted = clean(textIn(operation, 'operationId') ?? '') || fromPath(method, path);
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
    taken.add(name);
    return name;
  };
}

/** `GET /pets/{petId}/toys` is `get_pets_by_petId_toys`. */
function fromPath(method: string, path: string): string {
  const words = path.replace(/\{([^{}]*)\}/g, '/by/$1/').split(/[^\w-]+/);
  return [method, ...words].filter((word) => word !== '').join('_');
}

function clean(name: string): string {
  return name.replace(/[^\w.-]+/g, '_').replace(/^[_.]+|[_.]+$/g, '');
}

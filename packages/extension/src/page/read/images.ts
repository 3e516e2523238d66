import type { ImageInfo } from '@helve/browser/protocol';
import type { PageAction } from '../actions.ts';
import { isInSight } from '../element/sight.ts';
import { findScope } from '../element/target.ts';
import { collectSeen } from './walk.ts';

export const images: PageAction<'images'> = ({ selector }) => {
  const { found, frames } = collectSeen(findScope(selector), (element, sight) =>
    element instanceof HTMLImageElement && isInSight(element, sight) ? describe(element) : undefined,
  );
  return { images: found, frames };
};

function describe(image: HTMLImageElement): ImageInfo {
  const { currentSrc, src, alt, naturalWidth, naturalHeight, width, height } = image;
  return { src: addressOf(currentSrc || src), alt, width: naturalWidth || width, height: naturalHeight || height };
}

/** A picture that is written out in its own address says only what it is. */
function addressOf(src: string): string {
  return src.startsWith('data:') && src.length > LONGEST_DATA
    ? `${src.slice(0, src.indexOf(',') + 1)}… (${src.length} characters)`
    : src;
}

const LONGEST_DATA = 200;

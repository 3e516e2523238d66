/** Actions that look at a page. */
import type { ElementInfo, HeadingInfo, ImageInfo, InspectedElement, LandmarkInfo, LinkInfo } from './data.ts';

export interface ReadingActions {
  text: { params: { selector?: string | undefined }; data: { text: string } };
  links: {
    params: { selector?: string | undefined; visibleOnly: boolean; limit: number };
    data: { links: LinkInfo[]; total: number };
  };
  images: { params: { selector?: string | undefined }; data: { images: ImageInfo[] } };
  elements: { params: { form: boolean }; data: { elements: ElementInfo[] } };
  outline: { params: object; data: { landmarks: LandmarkInfo[]; headings: HeadingInfo[] } };
  dom: { params: { selector?: string | undefined; depth: number }; data: { html: string } };
  inspect: {
    params: { selector: string; properties?: string | undefined; limit: number };
    data: { elements: InspectedElement[]; total: number };
  };
  snapshot: {
    params: { selector?: string | undefined; maxDepth: number; interactiveOnly: boolean };
    data: { tree: string; nodeCount: number };
  };
}

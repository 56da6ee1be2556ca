import type { NostrEvent, NostrTag } from './event.ts';

/** All tags of an event that have this name, in their order. */
export const tagsOf = ({ tags }: Pick<NostrEvent, 'tags'>, name: string): readonly NostrTag[] =>
  tags.filter(([first]) => first === name);

import { Anchor } from '@mantine/core';
import { linksIn } from '../lib/links.ts';

/** A text of a person whose web addresses are links, shown as written so that readers see where they lead. */
export function LinkedText({ text }: { text: string }) {
  const parts = linksIn(text);
  return parts.map(({ text: part, isLink }, index) =>
    isLink ? (
      <Anchor
        // Equal parts may stand in one text, which never changes its order.
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key
        key={index}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        inherit
        underline="always"
        style={{ overflowWrap: 'anywhere' }}
      >
        {part}
      </Anchor>
    ) : (
      part
    ),
  );
}

import { Anchor, Box } from '@mantine/core';
import { Muted } from './muted.tsx';

/**
 * A recording in an external player with the fewest rights it needs. A page cannot detect that a frame of another site
 * stayed empty, so the link is always shown.
 */
export function WalkthroughVideo({ title, src }: { title: string; src: string }) {
  return (
    <Box component="figure" maw={960} m={0}>
      <Box
        component="iframe"
        display="block"
        w="100%"
        bd={0}
        bdrs="lg"
        bg="var(--hover)"
        style={{ aspectRatio: '16 / 9' }}
        title={title}
        src={src}
        loading="lazy"
        allow="fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-popups"
        referrerPolicy="strict-origin"
      />
      <Muted component="figcaption" mt="xs">
        Not playing?{' '}
        <Anchor href={src} target="_blank" rel="noreferrer" underline="always">
          Open it in a new tab
        </Anchor>
      </Muted>
    </Box>
  );
}

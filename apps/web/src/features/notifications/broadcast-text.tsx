import { Paper } from '@mantine/core';

/** A group message as it arrives. It can be focused, so that a long one is scrolled by keyboard. */
export const BroadcastText = ({ label, text }: { label: string; text: string }) => (
  <Paper
    component="section"
    tabIndex={0}
    aria-label={label}
    px="md"
    py="sm"
    radius="lg"
    mah={320}
    bg="var(--pine-tint)"
    style={{ overflowY: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
  >
    {text}
  </Paper>
);

import { Button, Text } from '@mantine/core';
import { useState } from 'react';

/** About one phone screen. */
const LONG_TEXT = 500;

/** Cuts a long text and offers a button to read all of it. */
export function LongText({ text }: { text: string }) {
  const [open, setOpen] = useState(text.length <= LONG_TEXT);
  return (
    <>
      <Text component="span" {...(!open && { lineClamp: 8 })}>
        {text}
      </Text>
      {!open && (
        <Button variant="subtle" size="compact-md" mih={44} ml={-8} onClick={() => setOpen(true)}>
          Read more
        </Button>
      )}
    </>
  );
}

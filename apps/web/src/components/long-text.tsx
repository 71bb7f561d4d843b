import { Button, Text } from '@mantine/core';
import { useState } from 'react';

/** About as much as a phone shows at once. */
const MUCH = 500;

/** Something very long is cut until somebody wants to read all of it. */
export function LongText({ text }: { text: string }) {
  const [open, setOpen] = useState(text.length <= MUCH);
  return (
    <>
      <Text component="span" {...(!open && { lineClamp: 8 })}>
        {text}
      </Text>
      {!open && (
        <Button variant="subtle" size="compact-md" mih={44} ml={-8} onClick={() => setOpen(true)}>
          Read all of it
        </Button>
      )}
    </>
  );
}

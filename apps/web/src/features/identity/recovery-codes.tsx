import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { copyText } from '../../lib/copy-text.ts';

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** Shown once: the server stores the codes encrypted and never returns them again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  const copy = () => copyText(text, 'Recovery codes copied', 'Download the codes or write them down.');
  return (
    <Stack gap="md">
      <Text>
        Keep these recovery codes in a safe place. Each works once, in case you don't have your phone.{' '}
        <b>We show them only once.</b>
      </Text>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="lg"
        verticalSpacing="xs"
        p="md"
        bdrs="md"
        bg="var(--hover)"
        ff="monospace"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group>
        <Button autoFocus variant="default" leftSection={<IconCopy size={16} stroke={1.75} />} onClick={copy}>
          Copy
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          Download
        </Button>
        <Button ml="auto" onClick={onDone}>
          I saved them
        </Button>
      </Group>
    </Stack>
  );
}

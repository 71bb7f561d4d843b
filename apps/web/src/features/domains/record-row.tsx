import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { DnsRecord } from '@stridewell/contract/domains/domains';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { Fact } from '../../ui/fact.tsx';
import { Muted } from '../../ui/muted.tsx';

type Props = {
  /** Heading, such as "TXT record". */
  name: string;
  record: DnsRecord;
  purpose: string;
  /** The result of the latest check. */
  aside?: ReactNode;
  /** Advice after a check that did not find the record. */
  problem?: string | undefined;
};

const PARTS = ['name', 'value'] as const;
const COPIED = { name: 'Name copied', value: 'Value copied' };

/** One DNS record to set, with buttons that copy its name and its value. */
export function RecordRow({ name: title, record, purpose, aside, problem }: Props) {
  return (
    <Box component="li" py="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Text component="h3" fw={600} m={0}>
            {title}
          </Text>
          {aside}
        </Group>
        <Muted>{purpose}</Muted>
        {problem && <Text>{problem}</Text>}
        <Stack component="dl" gap="xs" m={0}>
          <Fact label="Name">
            <Mono text={record.name} />
          </Fact>
          <Fact label="Value">
            <Mono text={record.value} />
          </Fact>
        </Stack>
        <Group gap="xs">
          {PARTS.map((part) => (
            <Button
              key={part}
              variant="light"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              aria-label={`Copy ${part} of the ${title}`}
              onClick={() => copyText(record[part], COPIED[part], `Select the ${part} and copy it.`)}
            >
              Copy {part}
            </Button>
          ))}
        </Group>
      </Stack>
    </Box>
  );
}

const Mono = ({ text }: { text: string }) => (
  <Text ff="monospace" size="sm" span style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

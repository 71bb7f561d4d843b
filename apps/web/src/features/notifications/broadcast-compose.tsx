import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { BroadcastClient } from '@stridewell/contract/messages/messages';
import { FIRST_NAME_PLACEHOLDER, longestCopyLength } from '@stridewell/contract/messages/messages.broadcast.rules';
import { MESSAGE_MAX } from '@stridewell/contract/messages/messages.rules';
import { IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { Notice } from '../../ui/notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './broadcast.module.css';
import { BroadcastPreview } from './broadcast-preview.tsx';
import { BroadcastRecipients } from './broadcast-recipients.tsx';
import { clientCount, useSendBroadcast } from './notifications.broadcasts.ts';

/** Longer texts show how many characters are left. */
const NEARLY_FULL = MESSAGE_MAX - 500;

type BroadcastComposeProps = {
  coachId: string;
  clients: readonly BroadcastClient[];
  /** Clients chosen on another page. */
  to?: readonly string[];
  /** Text that was typed but not sent. */
  draft: string;
  onDraft: (text: string) => void;
  onSent: (id: string) => void;
};

/** Writes a message to several clients: recipients, text, preview, send. */
export function BroadcastCompose({ coachId, clients, to: wanted = [], draft, onDraft, onSent }: BroadcastComposeProps) {
  const [body, setBody] = useState(draft);
  const possible = new Set(clients.flatMap(({ clientId, readOnly }) => (readOnly ? [] : [clientId])));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(wanted.filter((clientId) => possible.has(clientId))),
  );
  const leftOut = wanted.filter((clientId) => !possible.has(clientId)).length;
  const [previewed, preview] = useDisclosure(false);
  const [tried, setTried] = useState(false);
  // One id for all tries, so that a retry after a lost answer sends nothing twice.
  const [id, setId] = useState(newId);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useSendBroadcast(coachId);
  const to = clients.filter(({ clientId, readOnly }) => chosen.has(clientId) && !readOnly);
  const length = longestCopyLength(
    body,
    to.map(({ fullName }) => fullName),
  );
  const tooLong = length > MESSAGE_MAX;
  const problem = problemOf({ body, to: to.length, over: length - MESSAGE_MAX });
  const write = (text: string) => {
    setBody(text);
    onDraft(text);
  };
  const insertName = () => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? { selectionStart: 0, selectionEnd: 0 };
    write(body.slice(0, start) + FIRST_NAME_PLACEHOLDER + body.slice(end));
    const after = start + FIRST_NAME_PLACEHOLDER.length;
    // After the new text is in the field.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(after, after);
    });
  };
  const submit = () =>
    send.mutate(
      { id, body: body.trim(), clientIds: to.map(({ clientId }) => clientId) },
      {
        onSuccess() {
          onDraft('');
          setId(newId());
          preview.close();
          onSent(id);
        },
      },
    );
  return (
    <div className={classes.columns}>
      <SectionCard title="To">
        {leftOut > 0 && (
          <Notice>{clientCount(leftOut)} you chose cannot get messages: not joined, archived or read-only.</Notice>
        )}
        <BroadcastRecipients
          clients={clients}
          chosen={chosen}
          initialFilter={wanted.length > 0 ? 'all' : 'active'}
          onChange={setChosen}
        />
      </SectionCard>
      <SectionCard title="Message">
        <Stack gap="sm">
          <Textarea
            ref={field}
            aria-label="Message"
            placeholder="What would you like to tell them?"
            size="md"
            autosize
            minRows={8}
            maxRows={18}
            value={body}
            onChange={({ currentTarget: { value } }) => write(value)}
            error={
              tooLong && `${numberText(length - MESSAGE_MAX)} over the limit of ${numberText(MESSAGE_MAX)} characters`
            }
          />
          <Group justify="space-between">
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconUserPlus size={16} stroke={1.75} />}
              onClick={insertName}
            >
              Insert first name
            </Button>
            {length > NEARLY_FULL && !tooLong && (
              <Text size="sm" c="dimmed">
                {numberText(MESSAGE_MAX - length)} characters left
              </Text>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            Each client gets it in their own conversation with you. Clients do not see who else received it.
          </Text>
          <Group mt="xs">
            <Button
              size="md"
              onClick={() => {
                setTried(true);
                if (!problem) preview.open();
              }}
            >
              {to.length > 0 ? `Preview for ${clientCount(to.length)}` : 'Preview'}
            </Button>
            {tried && problem && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {problem}
              </Text>
            )}
          </Group>
        </Stack>
      </SectionCard>
      {previewed && to.length > 0 && (
        <BroadcastPreview body={body.trim()} to={to} send={send} onClose={preview.close} onSend={submit} />
      )}
    </div>
  );
}

function problemOf({ body, to, over }: { body: string; to: number; over: number }): string | null {
  if (to === 0) return 'Choose at least one client.';
  if (!body.trim()) return 'Write a message first.';
  return over > 0 ? 'The message is too long.' : null;
}

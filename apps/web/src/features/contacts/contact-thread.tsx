import { Button, Group, Stack, Text } from '@mantine/core';
import type { ContactEntry, ReplyDelivery } from '@stridewell/contract/contacts/contacts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { mailProblem } from '../../shared/mail-problem.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSendReplyAgain } from './contacts.queries.ts';
import { toastUnsent } from './contacts.wording.ts';
import classes from './contacts-page.module.css';

/** Notes and replies, oldest first, with what became of each reply. */
export function ContactThread({ thread, name }: { thread: readonly ContactEntry[]; name: string }) {
  const timeZone = useTimeZone();
  return (
    <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Notes and replies">
      {thread.map(({ id, kind, author, text, at, delivery }) => (
        <li key={id} className={classes.entry} data-kind={kind}>
          <Text fw={500} className={classes.text}>
            {kind === 'reply' ? 'Reply by' : 'Note by'} {author}
          </Text>
          <Muted>
            {momentLabel(at, timeZone)}
            {delivery?.status === 'sent' && ', sent'}
          </Muted>
          <div className={classes.text}>
            <LongText text={text} />
          </div>
          {delivery && <Standing delivery={delivery} name={name} />}
        </li>
      ))}
    </Stack>
  );
}

/** Unusual facts about the email of a reply. */
function Standing({ delivery: { mailId, status, error }, name }: { delivery: ReplyDelivery; name: string }) {
  if (status === 'failed') return <NotDelivered mailId={mailId} answer={error ?? ''} name={name} />;
  if (status === 'discarded') return <Muted>Not delivered, and discarded by an operator.</Muted>;
  if (status === 'sent') return null;
  return (
    <Muted role="status">{error ? `Waiting for the next try. ${mailProblem(error)}` : 'Waiting to be sent'}</Muted>
  );
}

function NotDelivered({ mailId, answer, name }: { mailId: string; answer: string; name: string }) {
  const again = useSendReplyAgain();
  const send = () =>
    again.mutateAsync(mailId).then(
      () => toast.success('Sending the reply again', name),
      (error: unknown) => toastUnsent(error, name),
    );
  return (
    <Stack gap="xs" mt="xs" className={classes.failed}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={classes.failedSign} />
        <Text size="sm" fw={500}>
          Not delivered. {mailProblem(answer)}
        </Text>
      </Group>
      {answer && <Muted className={classes.text}>The mail server answered: {answer}</Muted>}
      <Button
        size="compact-sm"
        variant="default"
        loading={again.isPending}
        onClick={() => void send()}
        style={{ alignSelf: 'start' }}
      >
        Send again
      </Button>
    </Stack>
  );
}

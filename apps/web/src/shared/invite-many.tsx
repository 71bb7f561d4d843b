import { Badge, Button, Card, Group, Text, Textarea } from '@mantine/core';
import { INVITEES_MAX, type Invitee, parseInvitees } from '@stridewell/contract/onboarding/onboarding.rules';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { messageOf } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { Muted } from '../ui/muted.tsx';
import rows from '../ui/rows.module.css';

type InviteResult = Invitee & { clientId: string; problem: string | null; invitationUrl: string | null };
export type InviteList = { text: string; results: readonly InviteResult[] };
export const NO_INVITEES: InviteList = { text: '', results: [] };

type AddClient = (input: Invitee & { clientId: string }) => Promise<{ invitationUrl: string | null }>;
type InviteManyOptions = {
  list: InviteList;
  setList: (change: (before: InviteList) => InviteList) => void;
  add: AddClient;
};

/** Invites several clients one after the other. Failed ones stay in the field for another try. */
export function useInviteMany({ list, setList, add }: InviteManyOptions) {
  const [sending, setSending] = useState(false);
  const { invitees, unread } = parseInvitees(list.text);
  const send = async () => {
    setSending(true);
    const left: string[] = [];
    for (const invitee of invitees) {
      // An address keeps its id, so that a retry after a lost answer sends no second invitation.
      const clientId = list.results.find(({ email }) => email === invitee.email)?.clientId ?? newId();
      const result = await add({ ...invitee, clientId }).then(
        ({ invitationUrl }) => ({ problem: null, invitationUrl }),
        (error: unknown) => ({
          problem: messageOf(error, 'We could not reach the server. Please try again.'),
          invitationUrl: null,
        }),
      );
      if (result.problem) left.push(`${invitee.fullName} <${invitee.email}>`);
      setList((before) => ({
        ...before,
        results: [
          ...before.results.filter(({ email }) => email !== invitee.email),
          { ...invitee, clientId, ...result },
        ],
      }));
    }
    setList((before) => ({ ...before, text: [...left, ...unread].join('\n') }));
    setSending(false);
  };
  return { count: invitees.length, unread, tooMany: invitees.length > INVITEES_MAX, sending, send };
}

type InviteManyProps = {
  list: InviteList;
  setList: (change: (before: InviteList) => InviteList) => void;
  invite: Pick<ReturnType<typeof useInviteMany>, 'unread' | 'tooMany' | 'sending'>;
};

/** The field for names and addresses, one a line, and the result of each. */
export function InviteMany({
  list: { text, results },
  setList,
  invite: { unread, tooMany, sending },
}: InviteManyProps) {
  return (
    <>
      <Textarea
        size="md"
        label="Names and email addresses"
        description="One client per line, for example: Nina Park nina@example.com"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        disabled={sending}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setList((before) => ({ ...before, text: value }))}
        error={
          tooMany
            ? `Please invite at most ${INVITEES_MAX} at once`
            : unread.length > 0
              ? `Not an email address: ${unread.slice(0, 3).join(', ').slice(0, 120)}`
              : undefined
        }
      />
      {results.length > 0 && (
        <Card component="section" aria-label="Invitations" aria-live="polite" padding="sm">
          <ul className={rows.divided}>
            {results.map((result) => (
              <ResultRow key={result.email} result={result} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function ResultRow({ result: { email, fullName, problem, invitationUrl } }: { result: InviteResult }) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" mih={48} py={4}>
      <Text span flex={1} miw={0}>
        {fullName}
        <Muted span display="block" truncate={problem === null}>
          {problem ?? email}
        </Muted>
      </Text>
      {invitationUrl && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          aria-label={`Copy the link for ${fullName}`}
          onClick={() => copyText(invitationUrl, 'Link copied', 'The client finds the link in their email.')}
        >
          Copy link
        </Button>
      )}
      {problem ? <Badge color="red">Not invited</Badge> : <Muted span>Invited</Muted>}
    </Group>
  );
}

import { Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MESSAGE_MAX } from '@stridewell/contract/messages/messages.rules';
import { IconBookmarkPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { readDraft, saveDraft } from '../../device/drafts.ts';
import { messageOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useReviewCheckIn, useSaveQuickReplies } from './checkins.queries.ts';
import classes from './review-screen.module.css';

/** Offered after the coach's own quick replies. */
const BUILT_IN_REPLIES = [
  'Great week. Keep everything as it is.',
  'Thank you. I will adjust the plan and write to you today.',
  'Sounds like a hard week. What would make the next one easier?',
] as const;

type ReplyComposerProps = {
  coachId: string;
  checkInId: string;
  clientName: string;
  open: boolean;
  reviewed: boolean;
  quickReplies: readonly string[];
  input: RefObject<HTMLTextAreaElement | null>;
  /** Runs on Escape, so that the keys of the screen work again. */
  onEscape: () => void;
  /** Runs once the check-in is marked as reviewed, with or without a reply. */
  onDone: () => void;
};

/** The reply to a check-in. Typed text stays in the tab until it is sent. */
export function ReplyComposer({
  coachId,
  checkInId,
  clientName,
  open,
  reviewed,
  quickReplies,
  input,
  onEscape,
  onDone,
}: ReplyComposerProps) {
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const name = `review.${checkInId}`;
  const [text, setText] = useState(() => readDraft(name));
  // One id for all tries, so that a retry after a lost answer sends nothing twice.
  const [id] = useState(newId);
  const review = useReviewCheckIn(coachId);
  const save = useSaveQuickReplies(coachId);
  const body = text.trim();
  const write = (value: string) => {
    setText(value);
    saveDraft(name, value);
  };
  const finish = (reply: { id: string; body: string } | null) => {
    if (review.isPending) return;
    review.mutate(
      { checkInId, reply },
      {
        onSuccess() {
          if (reply) saveDraft(name, '');
          toast.success(reply ? `Reply sent to ${clientName}` : 'Marked as reviewed');
          onDone();
        },
      },
    );
  };
  const send = () => {
    if (body && body.length <= MESSAGE_MAX) finish({ id, body });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const add = (reply: string) => {
    write(body ? `${body} ${reply}` : reply);
    input.current?.focus();
  };
  const saveReplies = (replies: readonly string[], done: string) =>
    save.mutate([...replies], {
      onSuccess: () => toast.success(done),
      onError: (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    });
  return (
    <Stack gap="sm">
      {open ? (
        <>
          <Textarea
            ref={input}
            label={`Reply to ${clientName}`}
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            autosize
            minRows={isNarrow ? 1 : 5}
            maxRows={isNarrow ? 6 : 14}
            size="md"
            error={body.length > MESSAGE_MAX && `${body.length - MESSAGE_MAX} characters too many`}
          />
          <Stack component="ul" gap={4} aria-label="Quick replies" className={classes.quick}>
            {[...quickReplies, ...BUILT_IN_REPLIES].map((reply, index) => (
              <Group key={reply} component="li" gap={4} wrap="nowrap">
                <UnstyledButton className={classes.use} onClick={() => add(reply)}>
                  {reply}
                </UnstyledButton>
                {index < quickReplies.length && (
                  <IconButton
                    label={`Delete “${reply}”`}
                    icon={IconX}
                    iconSize={16}
                    onClick={() =>
                      saveReplies(
                        quickReplies.filter((one) => one !== reply),
                        'Quick reply deleted',
                      )
                    }
                  />
                )}
              </Group>
            ))}
          </Stack>
          {body &&
            body.length <= 400 &&
            !body.includes('\n') &&
            quickReplies.length < 20 &&
            !quickReplies.includes(body) && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconBookmarkPlus size={16} stroke={1.75} />}
                loading={save.isPending}
                onClick={() => saveReplies([body, ...quickReplies], 'Quick reply saved')}
              >
                Save as quick reply
              </Button>
            )}
        </>
      ) : (
        <Text c="dimmed">You no longer coach {clientName}, so you cannot reply.</Text>
      )}
      <ProblemAlert
        error={review.error}
        fallback="Nothing was sent, and what you wrote is kept. Check your connection and try again."
      />
      <Group gap="xs">
        {open && (
          <Button onClick={send} loading={review.isPending} disabled={!body || body.length > MESSAGE_MAX}>
            Send reply
          </Button>
        )}
        {!reviewed && (
          <Button variant="default" onClick={() => finish(null)} loading={review.isPending}>
            Mark reviewed without reply
          </Button>
        )}
      </Group>
    </Stack>
  );
}

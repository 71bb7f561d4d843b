import { ActionIcon, Text, Textarea } from '@mantine/core';
import { MESSAGE_MAX } from '@stridewell/contract/messages.rules';
import { IconSend2 } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { draftOf, keepDraft } from '../../lib/drafts.ts';
import classes from './message-thread.module.css';
import { type Place, tellTyping } from './messages.queries.ts';

type MessageComposerProps = {
  /** Of the draft. */
  name: string;
  place: Place;
  label: string;
  onSend: (body: string) => void;
};

const TYPING_EVERY_MS = 3000;
/** From here on the length is shown. */
const NEARLY_FULL = MESSAGE_MAX - 500;

/** Where one writes. What is typed stays until it is sent, whatever page is opened meanwhile. */
export function MessageComposer({ name, place, label, onSend }: MessageComposerProps) {
  const [text, setText] = useState(() => draftOf(name));
  const toldAt = useRef(0);
  const input = useRef<HTMLTextAreaElement>(null);
  const body = text.trim();
  const tooLong = body.length > MESSAGE_MAX;
  const write = (value: string) => {
    setText(value);
    keepDraft(name, value);
    if (value.trim() && Date.now() - toldAt.current > TYPING_EVERY_MS) {
      toldAt.current = Date.now();
      tellTyping(place);
    }
  };
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!body || tooLong) return;
    onSend(body);
    toldAt.current = 0;
    write('');
    // A phone's keyboard stays open for the next one.
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends the choice of a character in an input method is not one that sends.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  return (
    <form onSubmit={send} className={classes.composer}>
      <Textarea
        ref={input}
        aria-label={label}
        placeholder="Write a message"
        value={text}
        onChange={({ currentTarget: { value } }) => write(value)}
        onKeyDown={onKeyDown}
        autosize
        minRows={1}
        maxRows={8}
        size="md"
        className={classes.input}
        error={tooLong && `${(body.length - MESSAGE_MAX).toLocaleString('en-US')} characters too many`}
      />
      <ActionIcon type="submit" size={42} variant="filled" aria-label="Send" disabled={!body || tooLong}>
        <IconSend2 size={20} stroke={1.75} />
      </ActionIcon>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {body.length > NEARLY_FULL && !tooLong
          ? `${(MESSAGE_MAX - body.length).toLocaleString('en-US')} characters left`
          : 'Enter sends, Shift+Enter starts a new line'}
      </Text>
    </form>
  );
}

import { Textarea, type TextareaProps } from '@mantine/core';

type CancelReasonProps = Omit<TextareaProps, 'onChange'> & { onChange: (reason: string) => void };

export const CancelReason = ({ onChange, ...props }: CancelReasonProps) => (
  <Textarea
    size="md"
    label="Reason"
    maxLength={500}
    autosize
    minRows={2}
    maxRows={6}
    onChange={({ currentTarget: { value } }) => onChange(value)}
    {...props}
  />
);

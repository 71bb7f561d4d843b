import { Button, FileButton, Group, Input } from '@mantine/core';
import type { StoredFile } from '@stridewell/contract/files/files';
import { FILE_ACCEPT } from '@stridewell/contract/files/files.rules';
import { IconReceipt } from '@tabler/icons-react';
import { useEffect } from 'react';
import { uploads, useUploads } from '../../device/file-upload.ts';
import { UploadTile } from '../../shared/upload-tile.tsx';
import { ReceiptButton } from './receipt-button.tsx';

type ReceiptFieldProps = {
  coachId: string;
  expenseId: string;
  /** The receipt that is stored. */
  receipt: StoredFile | null;
  value: string | null;
  onChange: (receiptId: string | null) => void;
};

/** The receipt of an expense: a picture or a PDF, which is uploaded at once. */
export function ReceiptField({ coachId, expenseId, receipt, value, onChange }: ReceiptFieldProps) {
  const list = `receipt-${expenseId}`;
  const upload = useUploads().find((one) => one.list === list);
  const drop = () => uploads.forget(uploads.take(list).map(({ id }) => id));
  const readyId = upload?.status === 'ready' ? upload.id : null;
  useEffect(() => {
    if (readyId !== null) onChange(readyId);
  }, [readyId, onChange]);
  const choose = (file: File | null) => {
    if (!file) return;
    drop();
    uploads.add(list, [file], { coachId, purpose: 'receipt' });
  };
  const remove = () => {
    drop();
    onChange(null);
  };
  const shown = receipt !== null && value === receipt.id ? receipt : null;
  return (
    <Input.Wrapper label="Receipt" labelElement="div">
      {upload ? (
        <UploadTile upload={upload} onRemove={remove} onRetry={() => uploads.retry(upload.id)} />
      ) : (
        <Group gap="xs">
          {shown && <ReceiptButton coachId={coachId} receipt={shown} />}
          <FileButton
            onChange={choose}
            accept={`${FILE_ACCEPT.image},${FILE_ACCEPT.pdf}`}
            inputProps={{ 'aria-label': 'Add a receipt' }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconReceipt size={16} stroke={1.75} aria-hidden />}>
                {shown ? 'Choose another' : 'Add a picture or a PDF'}
              </Button>
            )}
          </FileButton>
          {shown && (
            <Button variant="subtle" color="gray" onClick={remove}>
              Remove receipt
            </Button>
          )}
        </Group>
      )}
    </Input.Wrapper>
  );
}

import { Modal, type ModalProps } from '@mantine/core';

/** What a dialog consists of. Loads with the first one that opens. */
export default function DialogWindow(props: ModalProps) {
  return <Modal {...props} />;
}

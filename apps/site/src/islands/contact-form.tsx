import { ContactForm } from '@stridewell/web/features/site/contact-form.tsx';
import { island } from '../parts/island.tsx';

export default island(ContactForm);

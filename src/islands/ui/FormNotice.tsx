export interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
}

/** What a form has to say as a whole. It is there from the start, so that screen readers hear it change. */
export const FormNotice = ({ notice }: { readonly notice: Notice | null }) => (
  <div className="notice" role="status" data-kind={notice?.kind}>
    {notice?.text}
  </div>
);

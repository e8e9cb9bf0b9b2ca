export interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
  /** What else there is to say of it. */
  readonly detail?: string | undefined;
}

/** What a form has to say as a whole. It is there from the start, so that screen readers hear it change. */
export const FormNotice = ({ notice }: { readonly notice: Notice | null }) => (
  <div className="notice" role="status" data-kind={notice?.kind}>
    {notice?.detail ? (
      <div>
        <p>{notice.text}</p>
        <p>{notice.detail}</p>
      </div>
    ) : (
      notice?.text
    )}
  </div>
);

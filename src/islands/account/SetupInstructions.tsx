/** How the admin claim is given and taken: from the backend alone, by somebody who has its settings. */
export const SetupInstructions = () => (
  <section className="panel" data-tab="Setup" aria-labelledby="setup">
    <h2 id="setup">Granting Admin Access</h2>
    <p>
      Admins carry the claim <code>admin: true</code> in their identity token. No screen can give it: it is
      set from the backend, with the settings of the site’s server.
    </p>
    <ol>
      <li>
        The person signs up and confirms their address: they follow the link in the email that sign-up sends,
        or in the email of a password reset.
      </li>
      <li>
        In the project’s folder, with the server’s settings, run{' '}
        <code>
          npm run admin:grant <span>-- EMAIL --production</span>
        </code>
        .
      </li>
      <li>
        They open this page, or sign in again. Their token then carries the claim; Refresh Claims reads it
        again.
      </li>
      <li>
        <code>
          npm run admin:revoke <span>-- EMAIL --production</span>
        </code>{' '}
        takes it away again, with immediate effect.
      </li>
    </ol>
  </section>
);

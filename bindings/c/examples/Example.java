// Prints the value of an attribute of a file, and the problems of a module, with JNA. `cargo xtask c` runs it.

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

public class Example {
    /** The functions of the C interface that the example calls. A `size_t` is a `long` on 64-bit platforms. */
    public interface Hcl2 extends Library {
        Pointer hcl2_to_json(byte[] text, long length, String name, int flags);

        Pointer hcl2_evaluate(byte[] expression, long length, byte[] variables, long variablesLength);

        Pointer hcl2_module_new(boolean opentofu);

        boolean hcl2_module_add(Pointer module, String path, byte[] text, long length);

        Pointer hcl2_module_check(Pointer module);

        void hcl2_module_free(Pointer module);

        boolean hcl2_result_ok(Pointer result);

        Pointer hcl2_result_text(Pointer result);

        long hcl2_result_length(Pointer result);

        Pointer hcl2_result_message(Pointer result);

        void hcl2_result_free(Pointer result);
    }

    private static final Hcl2 HCL2 = Native.load("hcl2", Hcl2.class);

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void show(String what, Pointer result) {
        if (HCL2.hcl2_result_ok(result)) {
            int length = (int) HCL2.hcl2_result_length(result);
            byte[] text = HCL2.hcl2_result_text(result).getByteArray(0, length);
            System.out.println(what + ": " + new String(text, StandardCharsets.UTF_8));
        } else {
            System.out.println(what + " failed:\n" + HCL2.hcl2_result_message(result).getString(0, "UTF-8"));
        }
        HCL2.hcl2_result_free(result);
    }

    public static void main(String[] arguments) {
        byte[] file = utf8("port = 8000 + 80 # HTTP\nhost = var.host\n");
        show("JSON", HCL2.hcl2_to_json(file, file.length, "app.hcl", 0));

        byte[] expression = utf8("[for port in ports : port + 8000]");
        byte[] variables = utf8("{\"ports\": [80, 443]}");
        show("value", HCL2.hcl2_evaluate(expression, expression.length, variables, variables.length));

        byte[] text = utf8("variable \"name\" {\n  type = string\n}\noutput \"x\" {\n  value = upper(var.nam)\n}\n");
        Pointer module = HCL2.hcl2_module_new(false);
        HCL2.hcl2_module_add(module, "main.tf", text, text.length);
        show("check", HCL2.hcl2_module_check(module));
        HCL2.hcl2_module_free(module);
    }
}
